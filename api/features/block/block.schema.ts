import { consumeWriteLimit, memberOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { userPage } from '../user/user.page.ts'
import { userReads } from '../user/user.read.ts'
import { parseUserId, userNotFound } from '../user/user.rules.ts'
import { UserConnection, UserNode } from '../user/user.type.ts'
import { hiddenByRows } from './block.read.ts'
import { block, mute, unblock, unmute } from './block.write.ts'

interface Change {
  change: (context: Context, userId: string) => Promise<void>
  /** Whether a suspended account can make the change. */
  mayBeSuspended?: boolean
  /** Whether the change applies to a user who is already blocked, and returns one. */
  evenIfBlocked?: boolean
  /** Whether the demo user, whom all visitors share, is refused. */
  refusesDemoUser?: boolean
}

async function changeOf(publicId: string, context: Context, options: Change) {
  const { change, mayBeSuspended = false, evenIfBlocked = false } = options
  const { id: viewerId } = memberOf(context, { mayBeSuspended })
  const userId = parseUserId(publicId)
  if (userId === viewerId) throw new AppError('BAD_INPUT', 'HIDE_SELF', { field: 'userId' })
  if (options.refusesDemoUser && userId === DEMO_USER_UUID)
    throw new AppError('BAD_INPUT', 'BLOCK_DEMO_USER', { field: 'userId' })
  await consumeWriteLimit(context, 'follow', { mayBeSuspended })
  const users = userReads(context.database)
  const before = evenIfBlocked ? await users.evenIfBlocked(userId, viewerId) : null
  if (!before?.isBlocked && !(await users.byId(userId, viewerId))) throw userNotFound()
  await change(context, userId)
  const user = await users.evenIfBlocked(userId, viewerId)
  if (!user) throw userNotFound()
  return { user }
}

withUserErrors(
  builder.relayMutationField(
    'muteUser',
    {
      inputFields: (t) => ({
        userId: t.id({ required: true }),
        until: t.field({ type: 'DateTime', description: 'Absent or null: without an end.' }),
      }),
    },
    {
      scope: 'write:follows',
      description:
        'Keeps a user out of the caller’s feeds, searches and lists. The user does not notice. Muting again changes the end.',
      resolve: (_root, { input }, context) => {
        const until = input.until ?? null
        if (until && until.getTime() <= Date.now())
          throw new AppError('BAD_INPUT', 'MUTE_UNTIL_PAST', { field: 'until' })
        return changeOf(String(input.userId), context, {
          change: (_context, userId) => mute(context, userId, until),
        })
      },
    },
    {
      outputFields: (t) => ({
        user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
      }),
    },
  ),
)

const BLOCK =
  'Makes the caller and a user invisible to each other, and ends the follows between them. Idempotent.'

for (const [name, description, options] of [
  ['unmuteUser', 'Ends a mute. Idempotent.', { change: unmute, mayBeSuspended: true }],
  ['blockUser', BLOCK, { change: block, evenIfBlocked: true, refusesDemoUser: true }],
  [
    'unblockUser',
    'Ends a block. Idempotent.',
    { change: unblock, evenIfBlocked: true, mayBeSuspended: true },
  ],
] as const) {
  withUserErrors(
    builder.relayMutationField(
      name,
      { inputFields: (t) => ({ userId: t.id({ required: true }) }) },
      {
        scope: 'write:follows',
        description,
        resolve: (_root, { input }, context) => changeOf(String(input.userId), context, options),
      },
      {
        outputFields: (t) => ({
          user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
        }),
      },
    ),
  )
}

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
          context.viewer?.id === id && !context.viewer.isDemo
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
