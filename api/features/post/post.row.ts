import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { boolean, nullableText, type Texts, text, textColumns } from '#api/database/text-columns.ts'
import { type AuthorRow, authorColumns } from '../user/user.row.ts'
import { noViewerPosts, type PostViewerState, postStateOf } from './post-viewer-state.ts'

/** The size of an uploaded picture, in pixels. */
export interface PictureRow {
  width: number
  height: number
  placeholder: string
}

const columns = textColumns({
  id: ['p."id"', text],
  content: ['p."content"', text],
  imageUrl: ['p."imageUrl"', nullableText],
  imageAlt: ['p."imageAlt"', nullableText],
  videoUrl: ['p."videoUrl"', nullableText],
  mediaType: ['p."mediaType"', (value) => value as MediaType],
  likesCount: ['p."likesCount"', Number],
  sharesCount: ['p."sharesCount"', Number],
  repliesCount: ['p."repliesCount"', Number],
  repliesClosed: ['(p."repliesClosedAt" IS NOT NULL)', boolean],
  /** The post that the thread of a reply belongs to; null for other posts. */
  threadRootId: ['p."threadRootId"', nullableText],
  /** The answered post; null if the post is no reply, or answers a deleted reply. */
  inReplyToId: ['p."inReplyToId"', nullableText],
  /** Whether it was among its author's first three posts. */
  isEarly: ['p."isEarly"', boolean],
})
const pictureColumns = textColumns({
  width: ['m."width"', Number],
  height: ['m."height"', Number],
  placeholder: ['m."placeholder"', nullableText],
})
const allColumns = [...columns.sql, ...authorColumns.sql, ...pictureColumns.sql]
const AUTHOR_START = columns.sql.length
const PICTURE_START = AUTHOR_START + authorColumns.sql.length

/** A post with everything that its GraphQL type needs, for one viewer. */
export interface PostRow extends ReturnType<typeof columns.read>, PostViewerState {
  author: AuthorRow
  picture: PictureRow | null
  /** By UUID: the posts that were read with it, to which it probably refers. */
  readWith?: ReadonlyMap<string, PostRow>
}

/** SQL for the texts of a post, with the aliases of `postJoins`. */
export const postTexts = Prisma.raw(`ARRAY[${allColumns.map((sql) => `${sql}::text`).join()}]`)

/** Joins the upload of a post with the alias `p` as `m`. */
export const mediaJoin = Prisma.sql`LEFT JOIN "Media" m ON m."id" = p."mediaId"`
/** Joins the author of a post with the alias `p` as `a`, and the upload as `m`. */
export const postJoins = Prisma.sql`JOIN "User" a ON a."id" = p."authorId" ${mediaJoin}`

/** @param ofViewer what is true of the viewer's posts */
export function toPostRow(texts: Texts, ofViewer = noViewerPosts): PostRow {
  const post = columns.read(texts)
  const author = authorColumns.read(texts, AUTHOR_START)
  const { width, height, placeholder } = pictureColumns.read(texts, PICTURE_START)
  return {
    ...post,
    ...postStateOf({ id: post.id, author }, ofViewer),
    author,
    picture: placeholder === null ? null : { width, height, placeholder },
  }
}
