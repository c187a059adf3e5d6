import { distinct, longTail, shuffle } from './long-tail.ts'
import type { Shape } from './shape.ts'

const LIKES_PER_POST = 10
/**
 * Among this many newest posts every fourth is one of the most liked, so the first page has many
 * likes.
 */
const NEWEST_POSTS = 400

/** @returns the likes of each post, by index: a long tail from half of all users downwards */
export function likeCounts({ posts, users }: Shape): Int32Array {
  return Int32Array.from(ranksOf(posts), longTail(posts, users / 2, posts * LIKES_PER_POST))
}

/** @returns the distinct indexes of the users who like a post */
export function likersOf({ users }: Shape, post: number, count: number): Generator<number> {
  return distinct(users, count, post, 8)
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
  shuffle(free, 11)
  for (let post = 0; post < posts; post++) ranks[post] ||= free.pop() as number
  return ranks
}
