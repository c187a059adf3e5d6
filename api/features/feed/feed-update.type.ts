import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import type { ReadPayloads } from '#api/graphql/payloads.ts'
import { AppError } from '#api/lib/errors.ts'
import { fromPublicId, toPublicId } from '#api/lib/ids.ts'
import type { LivePosition } from '#api/live/position.ts'
import type { FeedScope } from './feed.scope.ts'
import type { FeedEvent } from './new-events.read.ts'
import { type NewEvents, newEventsOfEveryone, newEventsOfFollowees, startAt } from './new-events.ts'

type ReadNewEvents = (context: Context, position: LivePosition) => Promise<NewEvents | null>

const toPublic = ({ id, isShare }: FeedEvent) => toPublicId(isShare ? 'Share' : 'Post', id)

export const FeedUpdate = builder.objectRef<NewEvents>('FeedUpdate').implement({
  description: 'What is new in a feed since the event before.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'isReset' in value,
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
export function readerOf(scope: typeof FeedScope.$inferType, { viewer }: Context): ReadNewEvents {
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

/**
 * Reads the updates of a feed. The first one is the present state.
 * @param after the public id of the newest post or share that the caller has
 * @throws AppError BAD_INPUT, UNAUTHENTICATED
 */
export function feedUpdates(
  { scope, after }: { scope: typeof FeedScope.$inferType; after?: unknown },
  context: Context,
): ReadPayloads<NewEvents> {
  const readNew = readerOf(scope, context)
  let position = startAt(after == null ? null : parseEventId(String(after)))
  let isFirst = true
  return async (batch, present) => {
    if (!batch.hasAny('post')) return []
    const update = await readNew(present, position)
    if (!update) return []
    position = update.next
    const isNews = isFirst || update.isReset || update.events.length > 0
    isFirst = false
    return isNews ? [update] : []
  }
}
