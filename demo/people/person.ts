import type { Face } from '../art/avatar.ts'

/** A drawing as SVG, and its alternative text. */
export interface DemoPicture {
  svg: string
  alt: string
}

export type DemoPost = readonly [daysAgo: number, content: string, picture?: DemoPicture]

/** The username of the author, and how the post begins. */
export type DemoShare = readonly [author: string, beginning: string, comment: string]

export interface DemoPerson {
  username: string
  displayName: string
  bio: string
  joinedDaysAgo: number
  face: Face
  /** Usernames. */
  follows: readonly string[]
  /** Those with a comment. */
  shares: readonly DemoShare[]
  /** Newest first. */
  posts: readonly DemoPost[]
}
