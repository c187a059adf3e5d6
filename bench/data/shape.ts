import { hash } from './hash.ts'

/** Numbers of rows in a database. */
export interface Shape {
  posts: number
  users: number
  /** Users with a session, spread evenly over all users. */
  viewers: number
  /** The first users, who wrote half of all posts. */
  activeAuthors: number
  /** The first users, who wrote all posts and shares. */
  writers: number
  /** Words that occur in about twenty posts each. */
  rareWords: number
}

const VIEWERS = 10_000
/** An active author's posts fill a page at every size. */
const POSTS_OF_ACTIVE_AUTHOR = 50
/** The last users, who never post. */
const SILENT_USERS = 5_000
const HIDDEN_EVERY = 1_000

export function shapeOf(posts: number): Shape {
  const users = Math.max(20_000, Math.floor(posts / 5))
  return {
    posts,
    users,
    viewers: VIEWERS,
    writers: users - SILENT_USERS,
    activeAuthors: Math.max(1, Math.min(2_500, Math.floor(posts / 2 / POSTS_OF_ACTIVE_AUTHOR))),
    rareWords: Math.max(1, Math.floor(posts / 100)),
  }
}

/** @returns the index of the user who has the session with this index */
export function userOfViewer({ users, viewers }: Shape, viewer: number): number {
  return Math.floor((viewer * users) / viewers)
}

/** Some posts are hidden, so measurements include the cost of filtering them. */
export function isHidden(post: number): boolean {
  return hash(post, 7) % HIDDEN_EVERY === 0
}

/** @returns the indexes of visible posts, newest first, after skipping `from` posts */
export function visiblePosts({ posts }: Shape, count: number, from = 0): number[] {
  const visible: number[] = []
  for (let post = posts - 1 - from; post >= 0 && visible.length < count; post--)
    if (!isHidden(post)) visible.push(post)
  return visible
}
