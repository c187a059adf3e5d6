import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { type AuthorRow, authorColumns } from '../user/user.row.ts'

/** An upload as a post shows it. */
export interface PictureRow {
  width: number
  height: number
  placeholder: string
}

/** A post with all that its type tells, for one who reads it. */
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

/** A post as a list of texts, which PostgreSQL writes faster in JSON than a list of several kinds; the tables are called `p`, `a` (its author) and `m` (its upload). */
export const postTexts = Prisma.raw(`ARRAY[${columns.map((name) => `${name}::text`).join()}]`)

export const upload = Prisma.sql`LEFT JOIN "Media" m ON m."id" = p."mediaId"`
/** The tables that go with a post called `p`. */
export const postTables = Prisma.sql`JOIN "User" a ON a."id" = p."authorId" ${upload}`

/** What of some posts a reader likes, as a list in JSON or null; both are SQL, for a UUID or null and an array of them. One look in the index for all. */
export const likesAmong = (reader: Prisma.Sql, posts: Prisma.Sql) =>
  Prisma.sql`(SELECT json_agg(l."postId") FROM "Like" l WHERE l."userId" = ${reader} AND l."postId" = ANY(${posts}))`

type Maybe = string | null
// biome-ignore format: columns are told apart by their order, which 16 lines would hide
export type PostJson = [
  id: string, content: string, imageUrl: Maybe, imageAlt: Maybe, videoUrl: Maybe, mediaType: MediaType, likesCount: string, sharesCount: string,
  authorId: string, displayName: string, username: string, avatar: Maybe, width: Maybe, height: Maybe, placeholder: Maybe,
]

export function postOf(json: PostJson, isLiked = false): PostRow {
  // biome-ignore format: columns are told apart by their order, which 16 lines would hide
  const [id, content, imageUrl, imageAlt, videoUrl, mediaType, likesCount, sharesCount,
    authorId, displayName, username, avatar, width, height, placeholder] = json
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
