import { hash } from './hash.ts'

/** How many of what a database of so many posts has. */
export interface Shape {
  posts: number
  users: number
  /** Users with a session; every so-manyth, so that they are spread over all. */
  viewers: number
  /** Half of all posts are by these: the first of the users. */
  activeAuthors: number
  /** Words that stand in about twenty posts each. */
  rareWords: number
}

export const VIEWERS = 10_000
/** So that a page is full of one author's posts at every size. */
const POSTS_OF_ACTIVE_AUTHOR = 50
const HIDDEN_EVERY = 1_000

export function shapeOf(posts: number): Shape {
  const users = Math.max(10_000, Math.floor(posts / 5))
  return {
    posts,
    users,
    viewers: VIEWERS,
    activeAuthors: Math.max(1, Math.min(2_500, Math.floor(posts / 2 / POSTS_OF_ACTIVE_AUTHOR))),
    rareWords: Math.max(1, Math.floor(posts / 100)),
  }
}

/** The user who is the so-manyth viewer. */
export function userOfViewer({ users, viewers }: Shape, viewer: number): number {
  return Math.floor((viewer * users) / viewers)
}

/** Some posts are hidden, so that leaving them out costs what it costs. */
export function isHidden(post: number): boolean {
  return hash(post, 7) % HIDDEN_EVERY === 0
}

/** As many visible posts, counted from the newest or from one that is so far down. */
export function visiblePosts({ posts }: Shape, count: number, from = 0): number[] {
  const found: number[] = []
  for (let post = posts - 1 - from; post >= 0 && found.length < count; post--)
    if (!isHidden(post)) found.push(post)
  return found
}
