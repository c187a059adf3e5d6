import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Media, Post, User } from '../../database/generated/prisma/client.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '../../graphql/cursor.ts'
import { connection, type Page, type PageArguments, readPage } from '../../graphql/page.ts'
import { NIL_UUID } from '../../ids.ts'
import { postSelection } from '../post/post.page.ts'
import { readQuery, type SearchQuery } from './search-query.ts'

/** Where a post stands among what was found: by the class of its match, newest first within it. */
interface Place {
  class: number
  id: string
}

/** A row as PostgreSQL writes it in JSON, moments as text. */
type Json<Row> = { [Column in keyof Row]: Row[Column] extends Date | null ? string : Row[Column] }

interface Found {
  class: number
  post: Json<Post>
  author: Json<User>
  media: Json<Media> | null
  isLiked: boolean
}

const BEFORE_FIRST: Place = { class: 1, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const AFTER_LAST: Place = { class: 4, id: NIL_UUID }

/**
 * A page of what a query finds, the best match first, in one statement.
 * @param query checked by rules/fields.ts
 */
export async function searchPage(query: string, args: PageArguments, context: Context, info: GraphQLResolveInfo) {
  const cursors = new Cursors(context.settings.authSecret, `search ${query}`)
  const page = readPage(args, cursors)
  // Pothos learns here that a row brings all that the selection asks for.
  postSelection(context, info)
  const wanted = readQuery(query)
  const found = wanted ? await find(wanted, page, context) : []
  return connection(found.filter(isWithin(page)).map(postOf), page, cursors, bytesOf)
}

function find({ whole, start, within, wordGrams }: SearchQuery, page: Page, { database, viewer }: Context): Promise<Found[]> {
  const from = page.backwards ? (placeOf(page.before) ?? AFTER_LAST) : (placeOf(page.after) ?? BEFORE_FIRST)
  return database.$queryRaw`
    SELECT f."class", to_jsonb(p) AS "post", to_jsonb(a) AS "author", to_jsonb(m) AS "media",
      EXISTS (SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" = ${viewer?.id ?? NIL_UUID}::uuid) AS "isLiked"
    FROM search_posts(${whole.patterns}::text[], ${whole.grams}::int[], ${start.patterns}::text[], ${start.grams}::int[],
      ${within.patterns}::text[], ${within.grams}::int[], ${wordGrams.map((grams) => `{${grams}}`)}::text[],
      ${from.class}::int, ${from.id}::uuid, ${page.backwards}, ${page.size + 1}::int) WITH ORDINALITY f("class", "postId", "rank")
    JOIN "Post" p ON p."id" = f."postId"
    JOIN "User" a ON a."id" = p."authorId"
    LEFT JOIN "Media" m ON m."id" = p."mediaId"
    ORDER BY f."rank"`
}

/** The function counts from one end; the other end, where one was given, is here. */
function isWithin({ backwards, after, before }: Page) {
  const end = placeOf(backwards ? after : before)
  return ({ class: level, post: { id } }: Found) => {
    if (!end) return true
    const order = level === end.class ? Number(id < end.id) - Number(id > end.id) : level - end.class
    return backwards ? order > 0 : order < 0
  }
}

function postOf({ class: level, post, author, media, isLiked }: Found) {
  return {
    ...dated(post),
    class: level,
    author: dated(author),
    media: media && dated(media),
    likes: isLiked ? [{}] : [],
  }
}

function dated<Row extends { createdAt: string }>(row: Row) {
  return { ...row, createdAt: new Date(row.createdAt) }
}

function bytesOf({ class: level, id }: Place): Buffer {
  return Buffer.concat([Buffer.from([level]), uuidToBytes(id)])
}

function placeOf(bytes: Buffer | null): Place | null {
  return bytes && { class: bytes[0] ?? 0, id: uuidFromBytes(bytes.subarray(1)) }
}
