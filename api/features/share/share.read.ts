import type { Context } from '#api/context.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { uuids } from '#api/database/list.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { DEMO_USER_UUID, MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { PostRow } from '../post/post.row.ts'
import { isListed } from '../visibility/is-listed.ts'
import { type ActorTuple, actorTuple, type ShareRow, toActor } from './share.row.ts'

type ShareTuple = [id: string, comment: string | null, actor: ActorTuple]
const shareTuple = Prisma.sql`json_build_array(e."id", e."comment", ${actorTuple})`

/** Reads a page of the shares of a post, newest first. Without the demo user's while it is off. */
export async function sharesPage(post: PostRow, args: PageArguments, context: Context) {
  const { reads, settings, viewer } = context
  const cursors = new Cursors(settings.authSecret, `shares ${post.id}`)
  const page = readPage(args, cursors)
  const after = page.after ? uuidFromBytes(page.after) : MAX_UUID
  const before = page.before ? uuidFromBytes(page.before) : NIL_UUID
  const order = Prisma.raw(page.backwards ? 'ASC' : 'DESC')
  const leftOut = settings.demoUser ? null : DEMO_USER_UUID
  // SQL: a keyset page, joined with the people who shared.
  const rows = await reads.database.rows<{ share: ShareTuple }>`
    SELECT ${shareTuple} AS "share" FROM "FeedEvent" e JOIN "User" s ON s."id" = e."actorId"
    WHERE e."postId" = ${post.id}::uuid AND e."kind" = 'SHARE'
      AND ${isListed(viewer?.id ?? null, Prisma.sql`e."actorId"`)}
      AND e."actorId" IS DISTINCT FROM ${leftOut}::uuid
      AND e."id" < ${after}::uuid AND e."id" > ${before}::uuid
    ORDER BY e."id" ${order} LIMIT ${page.size + 1}::int`
  const shares = rows.map(({ share }) => toShare(share, post))
  return connection(shares, page, cursors, ({ id }) => uuidToBytes(id))
}

/** Reads shares by id, in the same order. Null for an unknown share, or one of a hidden post. */
export async function sharesById(
  ids: readonly string[],
  { reads, viewer }: Context,
): Promise<(ShareRow | null)[]> {
  const viewerId = viewer?.id ?? null
  const rows = await readByIds(reads.database, ids, viewerId)
  return Promise.all(
    ids.map(async (id) => {
      const row = rows.find(({ share }) => share[0] === id)
      const post = row && (await reads.posts.byId(row.postId, viewerId))
      return post ? toShare(row.share, post) : null
    }),
  )
}

function readByIds(database: QueryClient, ids: readonly string[], viewerId: string | null) {
  // SQL: joins the people who shared.
  return database.rows<{ postId: string; share: ShareTuple }>`
    SELECT e."postId", ${shareTuple} AS "share"
    FROM "FeedEvent" e JOIN visible_users(${viewerId}::uuid) s ON s."id" = e."actorId"
    WHERE e."id" = ANY(${uuids(ids)}) AND e."kind" = 'SHARE'`
}

function toShare([id, comment, actor]: ShareTuple, post: PostRow): ShareRow {
  return { id, comment, actor: toActor(actor), post }
}
