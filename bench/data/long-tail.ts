import { hash } from './hash.ts'

/** Primes that divide no number of rows, so that each step visits every row once. */
const STEPS = [7_919, 104_729, 611_953, 15_485_863, 32_452_843]

/** Distributes a total over ranks from 1, as a long tail from `max` downwards. */
export function longTail(ranks: number, max: number, total: number): (rank: number) => number {
  const exponent = exponentFor(ranks, max, total)
  return (rank) => atRank(rank, max, exponent)
}

const atRank = (rank: number, max: number, exponent: number) => Math.floor(max / rank ** exponent)

/** Finds the exponent that yields the right sum, by bisection. */
function exponentFor(ranks: number, max: number, total: number): number {
  let [low, high] = [0, 2]
  for (let step = 0; step < 40; step++) {
    const exponent = (low + high) / 2
    let sum = 0
    for (let rank = 1; rank <= ranks; rank++) sum += atRank(rank, max, exponent)
    if (sum > total) low = exponent
    else high = exponent
  }
  return high
}

/** Yields `count` distinct numbers below `size`, which differ for each `key` and `purpose`. */
export function* distinct(
  size: number,
  count: number,
  key: number,
  purpose: number,
): Generator<number> {
  let number = hash(key, purpose) % size
  const step = (STEPS[hash(key, purpose + 1) % STEPS.length] ?? 1) % size
  for (let left = count; left > 0; left--) {
    yield number
    number = (number + step) % size
  }
}

/** Moves the items of an array to places that only depend on their number. */
export function shuffle(items: number[], purpose: number) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = hash(last, purpose) % (last + 1)
    const item = items[last] as number
    items[last] = items[other] as number
    items[other] = item
  }
}
