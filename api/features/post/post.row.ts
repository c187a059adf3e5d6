import { Prisma } from '../../database/generated/prisma/client.ts'
import type { MediaType } from '../../database/generated/prisma/enums.ts'
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
  ...['id', 'content', 'imageUrl', 'imageAlt', 'videoUrl', 'mediaType', 'likesCount', 'sharesCount'].map((name) => `p."${name}"`),
  ...authorColumns,
  ...['width', 'height', 'placeholder'].map((name) => `m."${name}"`),
]

/**
 * A post as a list of texts in JSON, which PostgreSQL writes faster than a list of several kinds; the tables are called `p`, `a` (its
 * author) and `m` (its upload), and `reader` is a UUID or null.
 */
export const postJson = (reader: Prisma.Sql) => Prisma.sql`to_json(ARRAY[${Prisma.raw(columns.map((name) => `${name}::text`).join())},
  (${reader} IS NOT NULL AND EXISTS (SELECT FROM "Like" l WHERE l."userId" = ${reader} AND l."postId" = p."id"))::text])`

const upload = Prisma.sql`LEFT JOIN "Media" m ON m."id" = p."mediaId"`
/** The tables that go with a post called `p`. */
export const postTables = Prisma.sql`JOIN "User" a ON a."id" = p."authorId" ${upload}`
/** The same where all are by one author, who is looked up once. */
export const postTablesOf = (author: Prisma.Sql) => Prisma.sql`JOIN "User" a ON a."id" = ${author} ${upload}`

type Maybe = string | null
// biome-ignore format: columns are told apart by their order, which 16 lines would hide
export type PostJson = [
  id: string, content: string, imageUrl: Maybe, imageAlt: Maybe, videoUrl: Maybe, mediaType: MediaType, likesCount: string, sharesCount: string,
  authorId: string, displayName: string, username: string, avatar: Maybe, width: Maybe, height: Maybe, placeholder: Maybe, isLiked: 'true' | 'false',
]

export function postOf(json: PostJson): PostRow {
  // biome-ignore format: columns are told apart by their order, which 16 lines would hide
  const [id, content, imageUrl, imageAlt, videoUrl, mediaType, likesCount, sharesCount,
    authorId, displayName, username, avatar, width, height, placeholder, isLiked] = json
  return {
    id,
    content,
    imageUrl,
    imageAlt,
    videoUrl,
    mediaType,
    likesCount: Number(likesCount),
    sharesCount: Number(sharesCount),
    isLiked: isLiked === 'true',
    author: { id: authorId, displayName, username, avatar },
    picture: placeholder === null ? null : { width: Number(width), height: Number(height), placeholder },
  }
}
