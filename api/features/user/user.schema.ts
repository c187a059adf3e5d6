import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { NO_COST } from '#api/graphql/cost.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { normalizeUsername } from '#rules/username.ts'
import { uploadPathOrLink } from '../media/media.read.ts'
import { userReads } from './user.read.ts'
import type { UserRow } from './user.row.ts'
import { hideDisabledDemoUser, UserNode } from './user.type.ts'
import { updateProfile } from './user.write.ts'

builder.queryFields((t) => ({
  viewer: t.field({
    type: UserNode,
    nullable: true,
    description: 'The signed-in user. Null for anonymous callers and for the demo user.',
    scope: 'read',
    resolve: (_root, _args, { viewer, database }) =>
      viewer && !viewer.isDemo ? userReads(database).byId(viewer.id, viewer.id) : null,
  }),
  user: t.field({
    type: UserNode,
    nullable: true,
    scope: 'read',
    description: 'A user by id or by username, which may begin with @.',
    args: { id: t.arg.id(), username: t.arg.string() },
    resolve: async (_root, args, context) =>
      hideDisabledDemoUser(await findUser(args, context), context),
  }),
}))

interface UserArguments {
  id?: string | null | undefined
  username?: string | null | undefined
}

/** Null for an unknown or malformed id or username. */
async function findUser(
  { id, username }: UserArguments,
  { reads, viewer }: Context,
): Promise<UserRow | null> {
  const users = userReads(reads.database)
  const viewerId = viewer?.id ?? null
  if ((id == null) === (username == null))
    throw new AppError('BAD_INPUT', 'ID_OR_USERNAME', { field: 'id' })
  if (id == null) {
    const name = normalizeUsername(String(username))
    return /^[a-z0-9_]+$/.test(name) ? users.byUsername(name, viewerId) : null
  }
  const key = fromPublicId(id)
  return key?.type === 'User' ? users.byId(key.uuid, viewerId) : null
}

builder.objectField(UserNode, 'viewerCanEdit', (t) =>
  t.boolean({
    description: 'Whether it is the viewer’s own profile; false for anonymous callers.',
    scope: 'read',
    complexity: NO_COST,
    resolve: ({ id }, _args, { viewer }) => viewer?.id === id,
  }),
)

mutation({
  name: 'updateProfile',
  description:
    'Updates the caller’s profile. Absent fields don’t change; null or "" clears bio and avatar.',
  needs: 'actor',
  scope: 'write:profile',
  limit: 'profile',
  validate: inputOf({
    displayName: fields.displayName,
    bio: emptyToNull(fields.bio),
    avatar: emptyToNull(fields.avatarUrl),
  }),
  input: (t) => ({
    displayName: t.string(),
    bio: t.string(),
    avatar: t.string({
      description: 'An http(s) link, or the url of the caller’s own upload.',
    }),
  }),
  async write({ displayName, bio, ...input }, { context }) {
    const avatar = uploadPathOrLink(input.avatar, context.settings)
    if (displayName === null)
      throw new AppError('BAD_INPUT', 'DISPLAY_NAME_EMPTY', { field: 'displayName' })
    const id = await updateProfile(context, { displayName, bio, avatar })
    return { user: await userReads(context.database).byId(id, id) }
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})
