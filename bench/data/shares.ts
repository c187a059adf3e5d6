import { hash } from './hash.ts'
import { postTime } from './ids.ts'
import { distinct, longTail, shuffle } from './long-tail.ts'
import type { Shape } from './shape.ts'

const SHARES_PER_POST = 0.3
const MAX_DELAY_MS = 2 * 24 * 60 * 60 * 1000

export interface GeneratedShare {
  /** Unique among all shares. */
  index: number
  /** Index of the user. */
  actor: number
  /** Milliseconds since 1970. */
  time: number
  comment: string | null
}

/** @returns the shares of each post, by index: a long tail from all active authors downwards */
export function shareCounts({ posts, activeAuthors }: Shape): Int32Array {
  const ranks = Array.from({ length: posts }, (_, index) => index + 1)
  shuffle(ranks, 12)
  return Int32Array.from(ranks, longTail(posts, activeAuthors, posts * SHARES_PER_POST))
}

/** Yields the shares of a post: active authors share half of the time. */
export function* sharesOf(
  shape: Shape,
  post: number,
  count: number,
  firstIndex: number,
): Generator<GeneratedShare> {
  const { activeAuthors, writers } = shape
  const half = Math.ceil(count / 2)
  const others = distinct(writers - activeAuthors, count - half, post, 16)
  const actors = [
    ...distinct(activeAuthors, half, post, 14),
    ...others.map((other) => activeAuthors + other),
  ]
  const maxDelay = Math.min(MAX_DELAY_MS, postTime(shape, shape.posts - 1) - postTime(shape, post))
  for (const [offset, actor] of actors.entries()) {
    const index = firstIndex + offset
    const time = postTime(shape, post) + 1 + Math.floor((hash(index, 18) / 2 ** 32) * maxDelay)
    yield { index, actor, time, comment: index % 4 === 0 ? 'This made my day.' : null }
  }
}
