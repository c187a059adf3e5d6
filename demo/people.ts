import content from './people.json' with { type: 'json' }

/** A file of `pictures`, and its alternative text. */
export interface DemoPicture {
  file: string
  alt: string
}

interface DemoPost {
  daysAgo: number
  content: string
  picture?: DemoPicture
}

interface DemoShare {
  /** The username of the author. */
  author: string
  /** How the post begins. */
  beginning: string
  comment: string
}

export interface DemoPerson {
  /** Also the file of the avatar. */
  username: string
  displayName: string
  bio: string
  joinedDaysAgo: number
  /** Usernames. */
  follows: readonly string[]
  /** Those with a comment. */
  shares: readonly DemoShare[]
  /** Newest first. */
  posts: readonly DemoPost[]
}

export const people: readonly DemoPerson[] = content
