import { hash } from './hash.ts'
import type { Shape } from './shape.ts'

const LIKES_PER_POST = 10
/** So many of the newest posts are not left to chance: every fourth is among the most liked, so that a first page has likes of many. */
const NEWEST = 400
/** Steps through all users that meet each of them once: no number of users here is a multiple of any. */
const STEPS = [7_919, 104_729, 611_953, 15_485_863, 32_452_843]

/** How many like each post, by the so-manyth post. A long tail: the most liked is liked by half of all users. */
export function likesCounts({ posts, users }: Shape): Int32Array {
  const bend = bendFor(posts, users / 2)
  const ranks = ranksOf(posts)
  return Int32Array.from(ranks, (rank) => likesAt(rank, users / 2, bend))
}

/** The users who like a post, as so-manyth ones, all different. */
export function* likersOf({ users }: Shape, post: number, count: number): Generator<number> {
  let user = hash(post, 8) % users
  const step = (STEPS[hash(post, 9) % STEPS.length] ?? 1) % users
  for (let left = count; left > 0; left--) {
    yield user
    user = (user + step) % users
  }
}

const likesAt = (rank: number, most: number, bend: number) => Math.floor(most / rank ** bend)

/** How steeply the counts fall from rank to rank for the sum to be right. */
function bendFor(posts: number, most: number): number {
  let [low, high] = [0, 2]
  for (let step = 0; step < 40; step++) {
    const bend = (low + high) / 2
    let sum = 0
    for (let rank = 1; rank <= posts; rank++) sum += likesAt(rank, most, bend)
    if (sum > posts * LIKES_PER_POST) low = bend
    else high = bend
  }
  return high
}

/** Each post's place among the most liked, from 1. */
function ranksOf(posts: number): Int32Array {
  const ranks = new Int32Array(posts)
  const taken = new Set<number>()
  for (let age = 1; age < Math.min(NEWEST, posts); age += 4) {
    ranks[posts - 1 - age] = age + 1
    taken.add(age + 1)
  }
  const free: number[] = []
  for (let rank = 1; rank <= posts; rank++) if (!taken.has(rank)) free.push(rank)
  for (let last = free.length - 1; last > 0; last--) {
    const other = hash(last, 11) % (last + 1)
    const rank = free[last] as number
    free[last] = free[other] as number
    free[other] = rank
  }
  for (let post = 0; post < posts; post++) ranks[post] ||= free.pop() as number
  return ranks
}
