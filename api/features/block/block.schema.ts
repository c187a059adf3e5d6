import { isOwner } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { mutation, pair } from '#api/graphql/mutation.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { userPage } from '../user/user.page.ts'
import { userReads } from '../user/user.read.ts'
import { parseUserId, userNotFound } from '../user/user.rules.ts'
import { UserConnection, UserNode } from '../user/user.type.ts'
import { hiddenByRows } from './block.read.ts'
import { block, mute, unblock, unmute } from './block.write.ts'

interface Change {
  viewerId: string
  change: (context: Context, userId: string) => Promise<void>
  /** Whether the change applies to a user who is already blocked, and returns one. */
  evenIfBlocked?: boolean
}

async function changeOf(publicId: string, context: Context, options: Change) {
  const { viewerId, change, evenIfBlocked = false } = options
  const userId = parseUserId(publicId)
  if (userId === viewerId) throw new AppError('BAD_INPUT', 'HIDE_SELF', { field: 'userId' })
  const users = userReads(context.database)
  const before = evenIfBlocked ? await users.evenIfBlocked(userId, viewerId) : null
  if (!before?.isBlocked && !(await users.byId(userId, viewerId))) throw userNotFound()
  await change(context, userId)
  const user = await users.evenIfBlocked(userId, viewerId)
  if (!user) throw userNotFound()
  return { user }
}

mutation({
  name: 'muteUser',
  description:
    'Keeps a user out of the caller’s feeds, searches and lists. The user does not notice. Muting again changes the end.',
  needs: 'member',
  scope: 'write:follows',
  limit: 'follow',
  input: (t) => ({
    userId: t.id({ required: true }),
    until: t.field({ type: 'DateTime', description: 'Absent or null: without an end.' }),
  }),
  write({ userId, until = null }, { actor, context }) {
    if (until && until.getTime() <= Date.now())
      throw new AppError('BAD_INPUT', 'MUTE_UNTIL_PAST', { field: 'until' })
    return changeOf(userId, context, {
      viewerId: actor.id,
      change: (_context, mutedId) => mute(context, mutedId, until),
    })
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})

mutation({
  name: 'unmuteUser',
  description: 'Ends a mute. Idempotent.',
  needs: 'member',
  whileSuspended: true,
  scope: 'write:follows',
  limit: 'follow',
  input: (t) => ({ userId: t.id({ required: true }) }),
  write: ({ userId }, { actor, context }) =>
    changeOf(userId, context, { viewerId: actor.id, change: unmute }),
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})

pair({
  do: {
    name: 'blockUser',
    description:
      'Makes the caller and a user invisible to each other, and ends the follows between them. Idempotent.',
  },
  undo: { name: 'unblockUser', description: 'Ends a block. Idempotent.' },
  needs: 'member',
  scope: 'write:follows',
  limit: 'follow',
  input: (t) => ({ userId: t.id({ required: true }) }),
  async write({ userId }, { actor, context, isUndone }) {
    // All visitors share the demo user.
    if (!isUndone && parseUserId(userId) === DEMO_USER_UUID)
      throw new AppError('BAD_INPUT', 'BLOCK_DEMO_USER', { field: 'userId' })
    const change = isUndone ? unblock : block
    return changeOf(userId, context, { viewerId: actor.id, change, evenIfBlocked: true })
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})

for (const [name, table, description] of [
  [
    'mutedUsers',
    'Mute',
    'The people whom the user mutes, newest first. Only visible to its owner.',
  ],
  [
    'blockedUsers',
    'Block',
    'The people whom the user blocks, newest first. Only visible to its owner.',
  ],
] as const) {
  builder.objectField(UserNode, name, (t) =>
    t.connection(
      {
        type: UserNode,
        nullable: true,
        scope: 'read:private',
        description,
        resolve: ({ id }, args, context) =>
          isOwner(id, context)
            ? userPage({
                list: `${name} ${id}`,
                args,
                context,
                rows: (page) => hiddenByRows(table, id, page),
              })
            : null,
      },
      UserConnection,
    ),
  )
}
