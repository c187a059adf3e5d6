import { Prisma } from '../../database/generated/prisma/client.ts'
import type { MediaType } from '../../database/generated/prisma/enums.ts'
import { timeOf } from '../../ids.ts'
import { type AuthorJson, type AuthorRow, authorJson, authorOf } from '../user/user.row.ts'

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
  /** The time in its id. */
  createdAt: Date
  isLiked: boolean
  author: AuthorRow
  picture: PictureRow | null
}

const columns = ['id', 'content', 'imageUrl', 'imageAlt', 'videoUrl', 'mediaType', 'likesCount', 'sharesCount']

/** A post as a list in JSON; the tables are called `p`, `a` (its author) and `m` (its upload), and `reader` is a UUID or null. */
export const postJson = (reader: Prisma.Sql) => Prisma.sql`json_build_array(
  ${Prisma.raw(columns.map((name) => `p."${name}"`).join())},
  ${reader} IS NOT NULL AND EXISTS (SELECT FROM "Like" l WHERE l."userId" = ${reader} AND l."postId" = p."id"),
  ${authorJson},
  CASE WHEN m."id" IS NOT NULL THEN json_build_array(m."width", m."height", m."placeholder") END)`

/** The tables that go with a post called `p`. */
export const postTables = Prisma.sql`JOIN "User" a ON a."id" = p."authorId" LEFT JOIN "Media" m ON m."id" = p."mediaId"`

type Column<Name extends keyof PostRow> = PostRow[Name]
export type PostJson = [
  Column<'id'>,
  Column<'content'>,
  Column<'imageUrl'>,
  Column<'imageAlt'>,
  Column<'videoUrl'>,
  Column<'mediaType'>,
  Column<'likesCount'>,
  Column<'sharesCount'>,
  Column<'isLiked'>,
  AuthorJson,
  [number, number, string] | null,
]

export function postOf(json: PostJson): PostRow {
  const [id, content, imageUrl, imageAlt, videoUrl, mediaType, likesCount, sharesCount, isLiked, author, picture] = json
  return {
    id,
    content,
    imageUrl,
    imageAlt,
    videoUrl,
    mediaType,
    likesCount,
    sharesCount,
    createdAt: timeOf(id),
    isLiked,
    author: authorOf(author),
    picture: picture && { width: picture[0], height: picture[1], placeholder: picture[2] },
  }
}
