import { memberOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { NewRows } from '#api/live/new-rows.ts'
import { limits } from '#rules/limits.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { type Follower, followersOf, NEWEST } from './follow.read.ts'
import { followedSource } from './webhook-source.ts'

builder.subscriptionField('followed', (t) =>
  t.field({
    type: UserNode,
    scope: 'read:private',
    extensions: forWebhooks(followedSource),
    description: 'People who begin to follow the viewer. Needs an account.',
    subscribe: async (_root, _args, context) => {
      const { id } = memberOf(context, { mayBeSuspended: true })
      const [newest] = await followersOf(id, context, NEWEST)
      const options = { idOf: ({ position }: Follower) => position, pageSize: PAGE_SIZE }
      const after = (present: Context) => (before: string) =>
        followersOf(id, present, { before, backwards: true, limit: PAGE_SIZE })
      const newFollowers = await NewRows.startAt(newest, after(context), options)
      return payloads(context, async (batch, present) => {
        if (!batch.has('follow', id)) return []
        const followers = await newFollowers.read(after(present))
        const users = await Promise.all(
          followers.map(({ userId }) => userReads(present.database).byId(userId, id)),
        )
        return users.filter((user) => user !== null)
      })
    },
    resolve: (user) => user,
  }),
)

const PAGE_SIZE = limits.pageSize.max
