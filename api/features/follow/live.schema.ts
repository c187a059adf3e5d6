import { memberOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { limits } from '#rules/limits.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { followRows } from './follow.read.ts'
import { followedSource } from './webhook-source.ts'

builder.subscriptionField('followed', (t) =>
  t.field({
    type: UserNode,
    scope: 'read:private',
    extensions: forWebhooks(followedSource),
    description: 'People who begin to follow the viewer. Needs an account.',
    subscribe: async (_root, _args, context) => {
      const { id } = memberOf(context, { mayBeSuspended: true })
      let [newest] = await followersOf(id, context, { before: null, backwards: false, limit: 1 })
      return payloads(context, async (batch, present) => {
        if (!batch.has('follow', id)) return []
        const page = { before: newest?.position ?? null, limit: limits.pageSize.max }
        const followers = await followersOf(id, present, { ...page, backwards: true })
        newest = followers.at(-1) ?? newest
        const users = await Promise.all(
          followers.map(({ userId }) => userReads(present.database).byId(userId, id)),
        )
        return users.filter((user) => user !== null)
      })
    },
    resolve: (user) => user,
  }),
)

interface FollowersPage {
  before: string | null
  /** Oldest first. */
  backwards: boolean
  limit: number
}

async function followersOf(userId: string, { database }: Context, page: FollowersPage) {
  // SQL: the same rows as those of the list of followers.
  return database.rows<{ userId: string; position: string }>`
    ${followRows('followers', userId, { after: null, viewerId: userId, ...page })}`
}
