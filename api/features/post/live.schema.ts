import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { PostNode } from './post.type.ts'
import { parsePostIds, postUpdatedSource } from './webhook-source.ts'

/** A popular post's counts change more often than people need to know. */
const MIN_INTERVAL_MS = 10_000

builder.subscriptionField('postUpdated', (t) =>
  t.field({
    type: PostNode,
    scope: 'read',
    extensions: forWebhooks(postUpdatedSource),
    description:
      'Posts whose counts or other fields changed, each at most every 10 seconds. Begins with the present state of all.',
    args: { ids: t.arg.idList({ required: true, description: 'Up to 100 posts.' }) },
    subscribe: (_root, { ids }, context) => {
      const postIds = parsePostIds(ids)
      const changed = new Set<string>()
      const nextTimes = new Map<string, number>()
      return payloads(context, async (batch, { reads, viewer, stream }) => {
        const now = performance.now()
        for (const id of postIds) if (batch.has('post', id)) changed.add(id)
        const due = [...changed].filter((id) => (nextTimes.get(id) ?? 0) <= now)
        for (const id of due) {
          changed.delete(id)
          nextTimes.set(id, now + MIN_INTERVAL_MS)
        }
        const waits = [...changed].map((id) => (nextTimes.get(id) ?? now) - now)
        if (waits.length > 0) stream?.wakeAfter(Math.min(...waits))
        const posts = await Promise.all(due.map((id) => reads.posts.byId(id, viewer?.id ?? null)))
        return posts.filter((post) => post !== null)
      })
    },
    resolve: (post) => post,
  }),
)
