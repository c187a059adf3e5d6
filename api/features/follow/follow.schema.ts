import { actorOf, consumeWriteLimit } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { AppError } from '#api/lib/errors.ts'
import { consumeNewAccountLimit } from '#api/new-account.ts'
import { userPage } from '../user/user.page.ts'
import { userReads } from '../user/user.read.ts'
import { parseUserId, userNotFound } from '../user/user.rules.ts'
import { hideDisabledDemoUser, UserConnection, UserNode } from '../user/user.type.ts'
import { followRows } from './follow.read.ts'
import { followWrites } from './follow.write.ts'
import { MAX_SUGGESTIONS, suggestedUsers } from './suggestions.read.ts'

async function changeFollow(change: 'follow' | 'unfollow', publicId: string, context: Context) {
  const mayBeSuspended = change === 'unfollow'
  const { id: followerId } = actorOf(context, { mayBeSuspended })
  const followeeId = parseUserId(publicId)
  if (followeeId === followerId) throw new AppError('BAD_INPUT', 'FOLLOW_SELF', { field: 'userId' })
  await consumeWriteLimit(context, 'follow', { mayBeSuspended })
  if (change === 'follow') await consumeNewAccountLimit(context, 'newAccountFollow')
  const { database, ids } = context
  const writes = followWrites(database)
  const key = { followerId, followeeId }
  const isDone = change === 'unfollow' || (await writes.follow({ id: ids.next(), ...key }))
  if (change === 'unfollow') await writes.unfollow(key)
  const user = await userReads(database).byId(followeeId, followerId)
  // First, so that the limit does not reveal who blocks the caller.
  if (!hideDisabledDemoUser(user, context)) throw userNotFound()
  if (!isDone) throw new AppError('CONFLICT', 'FOLLOW_LIMIT', { field: 'userId' })
  return { user }
}

for (const [name, description, change] of [
  ['followUser', 'Follows a user. Idempotent.', 'follow'],
  ['unfollowUser', 'Stops following a user. Idempotent.', 'unfollow'],
] as const) {
  withUserErrors(
    builder.relayMutationField(
      name,
      { inputFields: (t) => ({ userId: t.id({ required: true }) }) },
      {
        scope: 'write:follows',
        description,
        resolve: (_root, { input }, context) => changeFollow(change, String(input.userId), context),
      },
      {
        outputFields: (t) => ({
          user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
        }),
      },
    ),
  )
}

for (const [direction, description] of [
  ['followers', 'The people who follow the user, newest first.'],
  ['following', 'The people whom the user follows, newest first.'],
] as const) {
  builder.objectField(UserNode, direction, (t) =>
    t.connection(
      {
        type: UserNode,
        scope: 'read',
        description,
        resolve: ({ id }, args, context) =>
          userPage({
            list: `${direction} ${id}`,
            args,
            context,
            rows: (page) => followRows(direction, id, page),
          }),
      },
      UserConnection,
    ),
  )
}

/** The statement costs as much as a page. */
const SUGGESTIONS_COST = { field: 25, multiplier: MAX_SUGGESTIONS }

builder.queryField('suggestedUsers', (t) =>
  t.field({
    type: [UserNode],
    description: `Up to ${MAX_SUGGESTIONS} people whom the viewer does not follow yet and who posted in the last two weeks, those with few followers first.`,
    scope: 'read',
    complexity: SUGGESTIONS_COST,
    resolve: (_root, _args, { reads, viewer }) =>
      suggestedUsers(reads.database, viewer?.id ?? null),
  }),
)
