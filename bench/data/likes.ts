import { hash } from './hash.ts'
import type { Shape } from './shape.ts'

const LIKES_PER_POST = 10
/**
 * Among this many newest posts every fourth is one of the most liked, so the first page has many
 * likes.
 */
const NEWEST_POSTS = 400
/** Primes that divide no number of users, so that each step visits every user once. */
const STEPS = [7_919, 104_729, 611_953, 15_485_863, 32_452_843]

/** @returns the likes of each post, by index: a long tail from half of all users downwards */
export function likeCounts({ posts, users }: Shape): Int32Array {
  const exponent = exponentFor(posts, users / 2)
  const ranks = ranksOf(posts)
  return Int32Array.from(ranks, (rank) => likesAtRank(rank, users / 2, exponent))
}

/** Yields the distinct indexes of the users who like a post. */
export function* likersOf({ users }: Shape, post: number, count: number): Generator<number> {
  let user = hash(post, 8) % users
  const step = (STEPS[hash(post, 9) % STEPS.length] ?? 1) % users
  for (let left = count; left > 0; left--) {
    yield user
    user = (user + step) % users
  }
}

const likesAtRank = (rank: number, max: number, exponent: number) =>
  Math.floor(max / rank ** exponent)

/** Finds the exponent that yields the right sum, by bisection. */
function exponentFor(posts: number, max: number): number {
  let [low, high] = [0, 2]
  for (let step = 0; step < 40; step++) {
    const exponent = (low + high) / 2
    let sum = 0
    for (let rank = 1; rank <= posts; rank++) sum += likesAtRank(rank, max, exponent)
    if (sum > posts * LIKES_PER_POST) low = exponent
    else high = exponent
  }
  return high
}

/** @returns the rank of each post by likes, from 1 */
function ranksOf(posts: number): Int32Array {
  const ranks = new Int32Array(posts)
  const used = new Set<number>()
  for (let age = 1; age < Math.min(NEWEST_POSTS, posts); age += 4) {
    ranks[posts - 1 - age] = age + 1
    used.add(age + 1)
  }
  const free: number[] = []
  for (let rank = 1; rank <= posts; rank++) if (!used.has(rank)) free.push(rank)
  for (let last = free.length - 1; last > 0; last--) {
    const other = hash(last, 11) % (last + 1)
    const rank = free[last] as number
    free[last] = free[other] as number
    free[other] = rank
  }
  for (let post = 0; post < posts; post++) ranks[post] ||= free.pop() as number
  return ranks
}
