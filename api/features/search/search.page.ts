import type { Context } from '../../context.ts'
import { Prisma } from '../../database/generated/prisma/client.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '../../graphql/cursor.ts'
import { connection, type Page, type PageArguments, readPage } from '../../graphql/page.ts'
import { NIL_UUID } from '../../ids.ts'
import { type PostJson, type PostRow, postJson, postOf, postTables } from '../post/post.row.ts'
import { readQuery, type SearchQuery } from './search-query.ts'

/** Where a post stands among what was found: by the class of its match, newest first within it. */
interface Place {
  class: number
  id: string
}

interface Found {
  class: number
  post: PostRow
}

const BEFORE_FIRST: Place = { class: 1, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const AFTER_LAST: Place = { class: 4, id: NIL_UUID }

/**
 * A page of what a query finds, the best match first, in one statement.
 * @param query checked by rules/fields.ts
 */
export async function searchPage(query: string, args: PageArguments, context: Context) {
  const cursors = new Cursors(context.settings.authSecret, `search ${query}`)
  const page = readPage(args, cursors)
  const wanted = readQuery(query)
  const found = wanted ? await find(wanted, page, context) : []
  const places = new Map(found.map((each) => [each.post, bytesOf(each)]))
  const posts = found.filter(isWithin(page)).map(({ post }) => post)
  return connection(posts, page, cursors, (post) => places.get(post) ?? Buffer.alloc(0))
}

async function find({ whole, start, within, wordGrams }: SearchQuery, page: Page, { database, viewer }: Context): Promise<Found[]> {
  const from = page.backwards ? (placeOf(page.before) ?? AFTER_LAST) : (placeOf(page.after) ?? BEFORE_FIRST)
  const rows = await database.$queryRaw<{ class: number; post: PostJson }[]>`
    SELECT f."class", ${postJson(Prisma.sql`${viewer?.id ?? null}::uuid`)} AS "post"
    FROM search_posts(${whole.patterns}::text[], ${whole.grams}::int[], ${start.patterns}::text[], ${start.grams}::int[],
      ${within.patterns}::text[], ${within.grams}::int[], ${wordGrams.map((grams) => `{${grams}}`)}::text[],
      ${from.class}::int, ${from.id}::uuid, ${page.backwards}, ${page.size + 1}::int) WITH ORDINALITY f("class", "postId", "rank")
    JOIN "Post" p ON p."id" = f."postId" ${postTables}
    ORDER BY f."rank"`
  return rows.map(({ class: level, post }) => ({ class: level, post: postOf(post) }))
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

function bytesOf({ class: level, post: { id } }: Found): Buffer {
  return Buffer.concat([Buffer.from([level]), uuidToBytes(id)])
}

function placeOf(bytes: Buffer | null): Place | null {
  return bytes && { class: bytes[0] ?? 0, id: uuidFromBytes(bytes.subarray(1)) }
}
