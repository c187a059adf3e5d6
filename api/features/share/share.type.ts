import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { PostEdge, PostNode } from '../post/post.type.ts'
import { UserNode } from '../user/user.type.ts'
import { sharesById } from './share.read.ts'
import type { ShareRow } from './share.row.ts'

export const ShareNode = builder.node(builder.objectRef<ShareRow>('Share'), {
  id: { resolve: ({ id }) => id },
  description: 'A post that someone shared with the people who follow them.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'comment' in value,
  ...loadedWith('read', sharesById),
  fields: (t) => ({
    actor: t.expose('actor', { type: UserNode, extensions: shareable }),
    post: t.expose('post', { type: PostNode, extensions: shareable }),
    comment: t.exposeString('comment', { nullable: true, extensions: shareable }),
    createdAt: t.field({
      type: 'DateTime',
      extensions: shareable,
      resolve: ({ id }) => isoTimeOf(id),
    }),
  }),
})

export const ShareConnection = builder.connectionObject({
  type: ShareNode,
  name: 'ShareConnection',
})

/** Only the Following feed has edges with a share. No response cache keeps it. */
builder.objectField(PostEdge, 'share', (t) =>
  t.field({
    type: ShareNode,
    nullable: true,
    extensions: shareable,
    description: 'Set where the edge exists because someone shared the post.',
    resolve: ({ node }) => shareOf(node),
  }),
)

function shareOf(node: unknown): ShareRow | null {
  return (node as { share?: ShareRow | null }).share ?? null
}
