import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { type AuthorRow, authorColumns } from '../user/user.row.ts'

/** The size of an uploaded picture, in pixels. */
export interface PictureRow {
  width: number
  height: number
  placeholder: string
}

/** A post with everything that its GraphQL type needs, for one viewer. */
export interface PostRow {
  id: string
  content: string
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  mediaType: MediaType
  likesCount: number
  sharesCount: number
  isLiked: boolean
  author: AuthorRow
  picture: PictureRow | null
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
  ].map((name) => `p."${name}"`),
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

/**
 * SQL for a JSON array of the posts that a viewer likes among some posts; null for none.
 * @param viewerId SQL of a UUID or null
 * @param postIds SQL of an array of UUIDs
 */
export const likedAmong = (viewerId: Prisma.Sql, postIds: Prisma.Sql) =>
  Prisma.sql`(SELECT json_agg(l."postId") FROM "Like" l
    WHERE l."userId" = ${viewerId} AND l."postId" = ANY(${postIds}))`

type Maybe = string | null
// biome-ignore format: the order matters, and one column a line would hide it
export type PostTuple = [
  id: string, content: string, imageUrl: Maybe, imageAlt: Maybe, videoUrl: Maybe,
  mediaType: MediaType, likesCount: string, sharesCount: string,
  authorId: string, displayName: string, username: string, avatar: Maybe,
  width: Maybe, height: Maybe, placeholder: Maybe,
]

export function toPostRow(tuple: PostTuple, isLiked = false): PostRow {
  // biome-ignore format: the order matters, and one column a line would hide it
  const [id, content, imageUrl, imageAlt, videoUrl, mediaType, likesCount, sharesCount,
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
    isLiked,
    author: { id: authorId, displayName, username, avatar },
    picture:
      placeholder === null ? null : { width: Number(width), height: Number(height), placeholder },
  }
}
