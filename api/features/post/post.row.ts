import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { type AuthorRow, authorColumns } from '../user/user.row.ts'
import { anonymousPostState, type PostViewerState } from './post-viewer-state.ts'

/** The size of an uploaded picture, in pixels. */
export interface PictureRow {
  width: number
  height: number
  placeholder: string
}

/** A post with everything that its GraphQL type needs, for one viewer. */
export interface PostRow extends PostViewerState {
  id: string
  content: string
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  mediaType: MediaType
  likesCount: number
  sharesCount: number
  repliesCount: number
  repliesClosed: boolean
  /** The post that the thread of a reply belongs to; null for other posts. */
  threadRootId: string | null
  /** The answered post; null if the post is no reply, or answers a deleted reply. */
  inReplyToId: string | null
  /** Whether it was among its author's first three posts. */
  isEarly: boolean
  author: AuthorRow
  picture: PictureRow | null
  /** By UUID: the posts that were read with it, to which it probably refers. */
  readWith?: ReadonlyMap<string, PostRow>
}

const columns = [
  ...[
    'id',
    'content',
    'imageUrl',
    'imageAlt',
    'videoUrl',
    'mediaType',
    'likesCount',
    'sharesCount',
    'repliesCount',
    'threadRootId',
    'inReplyToId',
    'isEarly',
  ].map((name) => `p."${name}"`),
  '(p."repliesClosedAt" IS NOT NULL)',
  ...authorColumns,
  ...['width', 'height', 'placeholder'].map((name) => `m."${name}"`),
]

/**
 * SQL for a `PostTuple`, with the aliases of `postJoins`.
 * PostgreSQL converts an array of texts to JSON faster than mixed types.
 */
export const postTuple = Prisma.raw(`ARRAY[${columns.map((name) => `${name}::text`).join()}]`)

/** Joins the upload of a post with the alias `p` as `m`. */
export const mediaJoin = Prisma.sql`LEFT JOIN "Media" m ON m."id" = p."mediaId"`
/** Joins the author of a post with the alias `p` as `a`, and the upload as `m`. */
export const postJoins = Prisma.sql`JOIN "User" a ON a."id" = p."authorId" ${mediaJoin}`

type Maybe = string | null
type BooleanText = 'true' | 'false'
// biome-ignore format: the order matters, and one column a line would hide it
export type PostTuple = [
  id: string, content: string, imageUrl: Maybe, imageAlt: Maybe, videoUrl: Maybe,
  mediaType: MediaType, likesCount: string, sharesCount: string,
  repliesCount: string, threadRootId: Maybe, inReplyToId: Maybe, isEarly: BooleanText,
  repliesClosed: BooleanText,
  authorId: string, displayName: string, username: string, avatar: Maybe,
  width: Maybe, height: Maybe, placeholder: Maybe,
]

export function toPostRow(tuple: PostTuple, state = anonymousPostState): PostRow {
  // biome-ignore format: the order matters, and one column a line would hide it
  const [id, content, imageUrl, imageAlt, videoUrl, mediaType, likesCount, sharesCount,
    repliesCount, threadRootId, inReplyToId, isEarly, repliesClosed,
    authorId, displayName, username, avatar, width, height, placeholder] = tuple
  return {
    id,
    content,
    imageUrl,
    imageAlt,
    videoUrl,
    mediaType,
    likesCount: Number(likesCount),
    sharesCount: Number(sharesCount),
    repliesCount: Number(repliesCount),
    repliesClosed: repliesClosed === 'true',
    threadRootId,
    inReplyToId,
    isEarly: isEarly === 'true',
    ...state,
    author: { id: authorId, displayName, username, avatar },
    picture:
      placeholder === null ? null : { width: Number(width), height: Number(height), placeholder },
  }
}
