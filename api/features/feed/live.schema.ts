import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, toPublicId } from '#api/lib/ids.ts'
import type { LivePosition } from '#api/live/position.ts'
import type { PostRow } from '../post/post.row.ts'
import { PostNode } from '../post/post.type.ts'
import { FeedScope } from './feed.scope.ts'
import type { FeedEvent } from './new-events.read.ts'
import { type NewEvents, newEventsOfEveryone, newEventsOfFollowees, startAt } from './new-events.ts'
import { feedUpdatedSource, postCreatedSource } from './webhook-source.ts'

type ReadNewEvents = (context: Context, position: LivePosition) => Promise<NewEvents | null>

const toPublic = ({ id, isShare }: FeedEvent) => toPublicId(isShare ? 'Share' : 'Post', id)

const FeedUpdate = builder.objectRef<NewEvents>('FeedUpdate').implement({
  description: 'What is new in a feed since the event before.',
  fields: (t) => ({
    newestId: t.id({
      nullable: true,
      description: 'The newest post, or share in FOLLOWING. Null in an empty feed.',
      extensions: shareable,
      resolve: ({ newest }) => newest && toPublic(newest),
    }),
    newIds: t.idList({
      description: 'New posts, and shares in FOLLOWING, newest first. At most 100.',
      extensions: shareable,
      resolve: ({ events }) => events.map(toPublic),
    }),
    reset: t.boolean({
      description: 'Whether more is new than `newIds` can hold. Then read the feed again.',
      extensions: shareable,
      resolve: ({ isReset }) => isReset,
    }),
  }),
})

/** @throws AppError BAD_INPUT for a feed that changes by time; UNAUTHENTICATED without a viewer */
function readerOf(scope: typeof FeedScope.$inferType, { viewer }: Context): ReadNewEvents {
  if (scope === 'UNANSWERED') throw new AppError('BAD_INPUT', 'FEED_NOT_LIVE', { field: 'scope' })
  if (scope === 'EVERYONE') return newEventsOfEveryone
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  return newEventsOfFollowees
}

/** @throws AppError BAD_INPUT */
function parseEventId(id: string): string {
  const key = fromPublicId(id)
  if (key?.type !== 'Post' && key?.type !== 'Share')
    throw new AppError('BAD_INPUT', 'FEED_POSITION_INVALID', { field: 'after' })
  return key.uuid
}

const scopeDescription = 'EVERYONE or FOLLOWING.'

builder.subscriptionField('feedUpdated', (t) =>
  t.field({
    type: FeedUpdate,
    scope: 'read',
    extensions: { ...shareable, ...forWebhooks(feedUpdatedSource) },
    description:
      'What is new in a feed, at most once a second. The first event has what is new since `after`.',
    args: {
      scope: t.arg({
        type: FeedScope,
        defaultValue: 'EVERYONE',
        required: true,
        description: scopeDescription,
      }),
      after: t.arg.id({ description: 'The newest post or share that the caller has.' }),
    },
    subscribe: (_root, { scope, after }, context) => {
      const readNew = readerOf(scope, context)
      let position = startAt(after == null ? null : parseEventId(String(after)))
      let isFirst = true
      return payloads(context, async (batch, present) => {
        if (!batch.hasAny('post')) return []
        const update = await readNew(present, position)
        if (!update) return []
        position = update.next
        const isNews = isFirst || update.isReset || update.events.length > 0
        isFirst = false
        return isNews ? [update] : []
      })
    },
    resolve: (update) => update,
  }),
)

builder.subscriptionField('postCreated', (t) =>
  t.field({
    type: PostNode,
    scope: 'read',
    extensions: forWebhooks(postCreatedSource),
    description:
      'New posts of a feed, without shares. Posts from before the first event are left out.',
    args: {
      scope: t.arg({
        type: FeedScope,
        defaultValue: 'EVERYONE',
        required: true,
        description: scopeDescription,
      }),
    },
    subscribe: (_root, { scope }, context) => {
      const readNew = readerOf(scope, context)
      let position = startAt(null)
      return payloads<PostRow>(context, async (batch, present) => {
        if (!batch.hasAny('post')) return []
        const update = await readNew(present, position)
        if (!update) return []
        position = update.next
        return readPosts(update.events, present)
      })
    },
    resolve: (post) => post,
  }),
)

/** Oldest first. */
async function readPosts(
  events: readonly FeedEvent[],
  { reads, viewer }: Context,
): Promise<PostRow[]> {
  const ids = events.flatMap(({ id, isShare }) => (isShare ? [] : id)).reverse()
  const posts = await Promise.all(ids.map((id) => reads.posts.byId(id, viewer?.id ?? null)))
  return posts.filter((post) => post !== null)
}
