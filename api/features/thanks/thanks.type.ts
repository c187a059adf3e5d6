import { builder } from '#api/graphql/builder.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { PostNode } from '../post/post.type.ts'
import { UserNode } from '../user/user.type.ts'
import { thanksById } from './thanks.read.ts'
import type { ThanksRow } from './thanks.row.ts'

export const ThanksNode = builder.node(builder.objectRef<ThanksRow>('Thanks'), {
  id: { resolve: ({ id }) => id },
  description: 'A private note to the author of a post. Only its sender and the author see it.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'sender' in value,
  ...loadedWith('read:private', thanksById),
  fields: (t) => ({
    sender: t.expose('sender', { type: UserNode }),
    post: t.field({
      type: PostNode,
      nullable: true,
      scope: 'read',
      resolve: ({ postId }, _args, { reads, viewer }) =>
        reads.posts.byId(postId, viewer?.id ?? null),
    }),
    text: t.exposeString('text'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
  }),
})
