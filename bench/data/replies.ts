import { hash } from './hash.ts'
import { postTime } from './ids.ts'
import { longTail, shuffle } from './long-tail.ts'
import { authorOf, generatePost } from './post.ts'
import { isHidden, type Shape } from './shape.ts'

const REPLIES_PER_POST = 0.3
const MIN_LONGEST_THREAD = 200
const MAX_DELAY_MS = 2 * 24 * 60 * 60 * 1000

export interface GeneratedReply {
  /** Unique among all replies. */
  index: number
  /** Index of the user. */
  author: number
  /** Milliseconds since 1970. */
  time: number
  content: string
  /** The answered reply of the thread, if it is not the post that is answered. */
  answered: { index: number; time: number } | null
  isHidden: boolean
}

/** @returns the replies of each post, by index: a long tail */
export function replyCounts({ posts, activeAuthors }: Shape): Int32Array {
  const ranks = Array.from({ length: posts }, (_, index) => index + 1)
  shuffle(ranks, 76)
  const longest = Math.max(MIN_LONGEST_THREAD, activeAuthors)
  return Int32Array.from(ranks, longTail(posts, longest, posts * REPLIES_PER_POST))
}

/** Yields the replies of a post, oldest first. Half of them answer the reply before. */
export function* repliesOf(
  shape: Shape,
  post: number,
  count: number,
  firstIndex: number,
): Generator<GeneratedReply> {
  const start = postTime(shape, post)
  const duration = Math.min(MAX_DELAY_MS, postTime(shape, shape.posts - 1) - start)
  let before: GeneratedReply['answered'] = null
  for (let position = 1; position <= count; position++) {
    const index = firstIndex + position - 1
    const time = start + position + Math.floor((duration * position) / count)
    const row = shape.posts + index
    yield {
      ...{ index, time },
      author: authorOf(shape, row),
      content: generatePost(shape, row).phrases.join(' '),
      answered: hash(index, 78) % 2 ? before : null,
      isHidden: isHidden(row),
    }
    before = { index, time }
  }
}
