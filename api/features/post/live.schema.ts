import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { PostNode } from './post.type.ts'
import { postUpdates } from './post-updates.ts'
import { postUpdatedSource } from './webhook-source.ts'

builder.subscriptionField('postUpdated', (t) =>
  t.field({
    type: PostNode,
    scope: 'read',
    extensions: forWebhooks(postUpdatedSource),
    description:
      'Posts whose counts or other fields changed, each at most every 10 seconds. Begins with the present state of all.',
    args: { ids: t.arg.idList({ required: true, description: 'Up to 100 posts.' }) },
    subscribe: (_root, { ids }, context) => payloads(context, postUpdates(ids)),
    resolve: (post) => post,
  }),
)
