import type { Context } from '#api/context.ts'
import type { WebhookChange, WebhookSource, WebhookTopics } from '#api/graphql/webhook-source.ts'
import { AppError } from '#api/lib/errors.ts'
import { NIL_UUID } from '#api/lib/ids.ts'
import { postReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import { readListedPost } from '../post/webhook-source.ts'
import { canSee } from '../visibility/can-see.ts'
import type { FeedScope } from './feed.scope.ts'
import { newFollowingEvents } from './new-events.read.ts'
import { type NewEvents, startAt } from './new-events.ts'

interface Args {
  scope: typeof FeedScope.$inferType
}

/** @throws AppError BAD_INPUT for a feed that changes by time */
function topicsOf({ scope }: Args, kinds: WebhookTopics['kinds']): WebhookTopics {
  if (scope === 'UNANSWERED') throw new AppError('BAD_INPUT', 'FEED_NOT_LIVE', { field: 'scope' })
  return { kinds, scope, topicIds: [] }
}

async function latestChange({ scope }: Args, context: Context): Promise<WebhookChange | null> {
  const { database, viewer, hiddenUsers } = context
  if (scope === 'FOLLOWING' && viewer) {
    const key = { viewerId: viewer.id, after: NIL_UUID }
    const { events } = await newFollowingEvents(database)(key)
    const [newest] = events
    return newest ? { kind: newest.isShare ? 'SHARE' : 'POST', subjectId: newest.id } : null
  }
  const [post] = await postReads(database).list({
    ...({ list: 'feed', of: null } as const),
    ...{ before: null, after: null, backwards: false, size: 1 },
    viewerId: viewer?.id ?? null,
    hidden: await hiddenUsers(viewer),
  })
  return post ? { kind: 'POST', subjectId: post.id } : null
}

/** The newest post by the viewer or a followee, also where newer events are shares. */
async function newestFollowedPost({ database }: Context, viewerId: string): Promise<string | null> {
  // SQL: looks up the newest post of each author. Served by Post_authorId_isReply_id_idx.
  const [newest] = await database.rows<{ id: string }>`
    SELECT post."id"::text AS "id" FROM (
      SELECT ${viewerId}::uuid AS "id" UNION ALL
      SELECT f."followeeId" FROM "Follow" f WHERE f."followerId" = ${viewerId}::uuid) author
    CROSS JOIN LATERAL (
      SELECT p."id" FROM listed_posts(${viewerId}::uuid) p WHERE p."authorId" = author."id"
      ORDER BY p."id" DESC LIMIT 1) post
    ORDER BY post."id" DESC LIMIT 1`
  return newest?.id ?? null
}

/** Whether the viewer's feed lists a post, or a share with its post. */
async function isListed({ kind, subjectId }: WebhookChange, context: Context): Promise<boolean> {
  if (kind === 'POST') return (await readListedPost(subjectId, context)) !== null
  const share = await context.database.feedEvent.findUnique({ where: { id: subjectId } })
  if (!share || !canSee(await context.hiddenUsers(context.viewer), share.actorId)) return false
  return (await readListedPost(share.postId, context)) !== null
}

export const postCreatedSource: WebhookSource<Args, PostRow> = {
  topics: (args) => topicsOf(args, ['POST']),
  async latest(args, context) {
    const { viewer } = context
    if (args.scope !== 'FOLLOWING' || !viewer) return latestChange(args, context)
    const subjectId = await newestFollowedPost(context, viewer.id)
    return subjectId === null ? null : { kind: 'POST', subjectId }
  },
  read: ({ subjectId }, _args, context) => readListedPost(subjectId, context),
}

export const feedUpdatedSource: WebhookSource<Args, NewEvents> = {
  topics: (args) => topicsOf(args, args.scope === 'FOLLOWING' ? ['POST', 'SHARE'] : ['POST']),
  latest: latestChange,
  async read(change, _args, context) {
    if (!(await isListed(change, context))) return null
    const newest = { id: change.subjectId, isShare: change.kind === 'SHARE' }
    const events = [newest]
    return { newest, events, added: events, isReset: false, next: startAt(newest.id) }
  },
}
