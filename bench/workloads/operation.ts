/** What one request asks for, whichever server answers it. Users and posts are the so-manyth ones of the database. */
export type Operation =
  | { kind: 'feed'; viewer: number | null; after: number | null }
  | { kind: 'rest-posts'; viewer: number }
  | { kind: 'page'; viewer: number }
  | { kind: 'profile'; viewer: number; author: number }
  | { kind: 'search'; viewer: number; query: string; sort: SearchSort }
  | { kind: 'like'; viewer: number; post: number }
  | { kind: 'post'; viewer: number; content: string; key: string }

export type SearchSort = 'rare' | 'common' | 'absent' | 'substring'

/** One HTTP request. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  viewer: number | null
  body?: object
  headers?: Record<string, string>
}

/** How a server is asked, and how its answers are read. */
export interface Dialect {
  ask(operation: Operation): Ask
  /** @throws when the answer is none to the operation */
  read(operation: Operation, body: unknown): Answer
}

/** What every server's answer comes down to. */
export interface Answer {
  posts: ShownPost[]
  /** Whether there are more, where that is told. */
  more: boolean | null
}

export interface ShownPost {
  /** The UUID. */
  id: string
  content: string
  authorName: string
  likesCount: number
  isLiked: boolean
}
