import { builder } from '#api/graphql/builder.ts'
import { NO_COST } from '#api/graphql/cost.ts'
import { pair } from '#api/graphql/mutation.ts'
import { AppError } from '#api/lib/errors.ts'
import { consumeNewAccountLimit } from '#api/new-account.ts'
import { userPage } from '../user/user.page.ts'
import { userReads } from '../user/user.read.ts'
import { parseUserId, userNotFound } from '../user/user.rules.ts'
import { hideDisabledDemoUser, UserConnection, UserNode } from '../user/user.type.ts'
import { followRows } from './follow.read.ts'
import { followWrites } from './follow.write.ts'
import { MAX_SUGGESTIONS, suggestedUsers } from './suggestions.read.ts'

pair({
  do: { name: 'followUser', description: 'Follows a user. Idempotent.' },
  undo: { name: 'unfollowUser', description: 'Stops following a user. Idempotent.' },
  needs: 'actor',
  scope: 'write:follows',
  limit: 'follow',
  input: (t) => ({ userId: t.id({ required: true }) }),
  async write(input, { actor, context, isUndone }) {
    const key = { followerId: actor.id, followeeId: parseUserId(input.userId) }
    if (key.followeeId === actor.id)
      throw new AppError('BAD_INPUT', 'FOLLOW_SELF', { field: 'userId' })
    if (!isUndone) await consumeNewAccountLimit(context, 'newAccountFollow')
    const { database, ids } = context
    const writes = followWrites(database)
    const isDone = isUndone || (await writes.follow({ id: ids.next(), ...key }))
    if (isUndone) await writes.unfollow(key)
    const user = await userReads(database).byId(key.followeeId, actor.id)
    // First, so that the limit does not reveal who blocks the caller.
    if (!hideDisabledDemoUser(user, context)) throw userNotFound()
    if (!isDone) throw new AppError('CONFLICT', 'FOLLOW_LIMIT', { field: 'userId' })
    return { user }
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})

builder.objectField(UserNode, 'viewerCanFollow', (t) =>
  t.boolean({
    description: 'Whether it is someone else than the viewer; false for anonymous callers.',
    scope: 'read',
    complexity: NO_COST,
    resolve: ({ id }, _args, { viewer }) => viewer !== null && viewer.id !== id,
  }),
)

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
