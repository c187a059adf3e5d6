import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type Page, type PageArguments, readPage } from '#api/graphql/page.ts'
import type { Found, Place } from './search.read.ts'
import { readQuery } from './search-query.ts'

/**
 * A page of what a query finds, the best match first, in one statement at most.
 * @param query checked by rules/fields.ts
 */
export async function searchPage(query: string, args: PageArguments, context: Context) {
  const cursors = new Cursors(context.settings.authSecret, `search ${query}`)
  const page = readPage(args, cursors)
  const { backwards, size } = page
  const wanted = readQuery(query)
  const from = placeOf(backwards ? page.before : page.after)
  const reader = context.viewer?.id ?? null
  const found = wanted
    ? await context.reads.search.find({ query: wanted, from, backwards, size: size + 1, reader })
    : []
  const classes = new Map(found.map(({ post, class: level }) => [post, level]))
  const posts = found.filter(isWithin(page)).map(({ post }) => post)
  return connection(posts, page, cursors, (post) => bytesOf(classes.get(post) ?? 0, post.id))
}

/** It is counted from one end; the other end, where one was given, is here. */
function isWithin({ backwards, after, before }: Page) {
  const end = placeOf(backwards ? after : before)
  return ({ class: level, post: { id } }: Found) => {
    if (!end) return true
    const order =
      level === end.class ? Number(id < end.id) - Number(id > end.id) : level - end.class
    return backwards ? order > 0 : order < 0
  }
}

function bytesOf(level: number, id: string): Buffer {
  return Buffer.concat([Buffer.from([level]), uuidToBytes(id)])
}

function placeOf(bytes: Buffer | null): Place | null {
  return bytes && { class: bytes[0] ?? 0, id: uuidFromBytes(bytes.subarray(1)) }
}
