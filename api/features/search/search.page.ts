import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type Page, type PageArguments, readPage } from '#api/graphql/page.ts'
import type { SearchHit, SearchPosition } from './search.read.ts'
import { parseQuery } from './search-query.ts'

/**
 * Reads a page of matching posts, best match first, in at most one statement.
 * @param text validated by rules/fields.ts
 */
export async function searchPosts(text: string, args: PageArguments, context: Context) {
  const cursors = new Cursors(context.settings.authSecret, `search ${text}`)
  const page = readPage(args, cursors)
  const { backwards } = page
  const query = parseQuery(text)
  const from = parsePosition(backwards ? page.before : page.after)
  const viewerId = context.viewer?.id ?? null
  const hidden = await context.hiddenUsers(context.viewer)
  const size = page.size + 1
  const hits = query
    ? await context.reads.search.find({ query, from, backwards, size, viewerId, hidden })
    : []
  const hitsInPage = hits.filter(isBeforeEnd(page))
  return connection(
    hitsInPage.map(({ post }) => post),
    page,
    cursors,
    positionOf(hitsInPage),
  )
}

/** The search starts at one cursor. If there is a second one, this filters for it. */
function isBeforeEnd({ backwards, after, before }: Page) {
  const end = parsePosition(backwards ? after : before)
  return ({ matchClass, post: { id } }: SearchHit) => {
    if (!end) return true
    const order =
      matchClass === end.matchClass
        ? Number(id < end.id) - Number(id > end.id)
        : matchClass - end.matchClass
    return backwards ? order > 0 : order < 0
  }
}

/** Serializes a hit's position for its cursor. */
function positionOf(hits: readonly SearchHit[]) {
  const classes = new Map(hits.map(({ post, matchClass }) => [post, matchClass]))
  return (post: SearchHit['post']) =>
    Buffer.concat([Buffer.from([classes.get(post) ?? 0]), uuidToBytes(post.id)])
}

function parsePosition(bytes: Buffer | null): SearchPosition | null {
  return bytes && { matchClass: bytes[0] ?? 0, id: uuidFromBytes(bytes.subarray(1)) }
}
