import type { Face } from '../art/avatar.ts'

/** A picture that goes with a post: a drawing as SVG, and what it shows for those who do not see it. */
export interface DemoPicture {
  svg: string
  alt: string
}

/** A post as it is written down: how many days before the loading it was made, its text, perhaps a picture. */
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
