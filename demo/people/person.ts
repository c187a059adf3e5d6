import type { Face } from '../art/avatar.ts'

/** A drawing as SVG, and its alternative text. */
export interface DemoPicture {
  svg: string
  alt: string
}

export type DemoPost = readonly [daysAgo: number, content: string, picture?: DemoPicture]

export interface DemoPerson {
  username: string
  displayName: string
  bio: string
  joinedDaysAgo: number
  face: Face
  /** Newest first. */
  posts: readonly DemoPost[]
}
