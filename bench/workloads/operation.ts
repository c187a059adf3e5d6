import type { FollowingKind } from '../data/follows.ts'

/** A request, independent of the server. Users and posts are indexes into the generated data. */
export type Operation =
  | {
      kind: 'feed'
      viewer: number | null
      after: number | null
      hides?: boolean
      /** With the viewer's API token in place of the cookie. */
      byToken?: boolean
    }
  | { kind: 'rest-posts'; viewer: number }
  | { kind: 'page'; viewer: number }
  | { kind: 'feed-atom'; viewer: null }
  | { kind: 'profile'; viewer: number; author: number }
  | { kind: 'post-page'; viewer: number; post: number }
  | { kind: 'notifications'; viewer: number }
  | { kind: 'search'; viewer: number; query: string; sort: SearchSort }
  | { kind: 'following'; viewer: number; followees: FollowingKind; after: number | null }
  | { kind: 'follow'; viewer: number; followee: number }
  | { kind: 'like'; viewer: number; post: number }
  | { kind: 'post'; viewer: number; content: string; key: string }

export type SearchSort = 'rare' | 'common' | 'absent' | 'substring'

export interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  viewer: number | null
  /** With the viewer's API token in place of the cookie. */
  byToken?: boolean
  body?: object
  headers?: Record<string, string>
}

/** Translates operations into a server's requests, and its responses into pages. */
export interface Dialect {
  toRequest(operation: Operation): HttpRequest
  /** @throws Error when the response has errors or no data */
  readResponse(operation: Operation, body: unknown): PostPage
}

export interface PostPage {
  posts: ComparablePost[]
  /** Null where the response does not say. */
  hasMore: boolean | null
}

export interface ComparablePost {
  /** UUID. */
  id: string
  content: string
  authorName: string
  likesCount: number
  isLiked: boolean
  /** In a Following feed, who shared the post. */
  sharedBy: string | null
}
