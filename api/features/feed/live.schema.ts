import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import type { PostRow } from '../post/post.row.ts'
import { PostNode } from '../post/post.type.ts'
import { FeedScope } from './feed.scope.ts'
import { FeedUpdate, feedUpdates, readerOf } from './feed-update.type.ts'
import type { FeedEvent } from './new-events.read.ts'
import { startAt } from './new-events.ts'
import { feedUpdatedSource, postCreatedSource } from './webhook-source.ts'

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
    subscribe: (_root, args, context) => payloads(context, feedUpdates(args, context)),
    resolve: (update) => update,
  }),
)

builder.subscriptionField('postCreated', (t) =>
  t.field({
    type: PostNode,
    scope: 'read',
    extensions: forWebhooks(postCreatedSource),
    description:
      'New posts of a feed, without shares. Posts from before the first event are left out. Of more than 400 at once, it has the newest.',
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
        return readPosts(update.added, present)
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
