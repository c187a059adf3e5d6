import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { payloads, type ReadPayloads } from '#api/graphql/payloads.ts'
import { withScope } from '#api/token-grant.ts'
import { FeedScope } from '../feed/feed.scope.ts'
import { FeedUpdate, feedUpdates } from '../feed/feed-update.type.ts'
import type { NewEvents } from '../feed/new-events.ts'
import { notificationUpdates } from '../notification/notification-updates.ts'
import type { PostRow } from '../post/post.row.ts'
import { PostNode } from '../post/post.type.ts'
import { postUpdates } from '../post/post-updates.ts'
import type { UserRow } from '../user/user.row.ts'
import { UserNode } from '../user/user.type.ts'

const LiveUpdate = builder.unionType('LiveUpdate', {
  description:
    'A feed, a post or the viewer, as `feedUpdated`, `postUpdated` and `notificationsUpdated` send them.',
  types: [FeedUpdate, PostNode, UserNode],
})

type Update = NewEvents | PostRow | UserRow

/** The member whose notifications a stream follows. Null for everyone else. */
function memberIdOf(context: Context): string | null {
  const { viewer, token } = withScope('read:private', context)
  const isAllowed = !token || token.scopes.has('read:private')
  return viewer && isAllowed && !viewer.isDemo ? viewer.id : null
}

builder.subscriptionField('live', (t) =>
  t.field({
    type: LiveUpdate,
    scope: 'read',
    // Who gets an event is decided before; the fields of its type say whether its result is shared.
    extensions: shareable,
    description:
      'Everything that a page follows, in one stream: a feed, posts, and the notifications of a member.',
    args: {
      scope: t.arg({
        type: FeedScope,
        defaultValue: 'EVERYONE',
        description: 'EVERYONE or FOLLOWING. null follows no feed.',
      }),
      after: t.arg.id({ description: 'The newest post or share that the caller has.' }),
      postIds: t.arg.idList({ description: 'Up to 100 posts.' }),
    },
    subscribe: (_root, { scope, after, postIds }, context) => {
      const memberId = memberIdOf(context)
      const sources: ReadPayloads<Update>[] = [
        ...(scope ? [feedUpdates({ scope, after }, context)] : []),
        postUpdates(postIds ?? [], 'postIds'),
        ...(memberId === null ? [] : [notificationUpdates(memberId)]),
      ]
      return payloads<Update>(context, async (batch, present) => {
        const found = await Promise.all(sources.map((read) => read(batch, present)))
        return found.some((updates) => updates === null)
          ? null
          : found.flatMap((each) => each ?? [])
      })
    },
    resolve: (update) => update,
  }),
)
