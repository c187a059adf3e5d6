import type { Random } from '#demo/random.ts'

/** Random pairs of two different things. Each pair occurs once. */
export function randomPairs<First, Second>(
  random: Random,
  count: number,
  [firsts, seconds]: readonly [readonly First[], readonly Second[]],
): [First, Second][] {
  if (firsts.length === 0 || seconds.length === 0) return []
  const chosen = new Map<First, Set<Second>>()
  for (let number = 1; number <= count; number++) {
    const [first, second] = [random.pick(firsts), random.pick(seconds)]
    if (first === (second as unknown)) continue
    chosen.set(first, (chosen.get(first) ?? new Set()).add(second))
  }
  return [...chosen].flatMap(([first, others]) =>
    [...others].map((second): [First, Second] => [first, second]),
  )
}
