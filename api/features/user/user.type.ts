import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { AuthorRow, UserRow } from './user.row.ts'

/** The demo user's row stays in the database while the setting is off. */
export function hideDisabledDemoUser(user: UserRow | null, { settings }: Context): UserRow | null {
  return user?.id === DEMO_USER_UUID && !settings.demoUser ? null : user
}

/** @throws AppError NOT_FOUND when an author's account was deleted meanwhile */
async function withProfile(user: AuthorRow | UserRow, { reads }: Context): Promise<UserRow> {
  const row = 'bio' in user ? user : await reads.users.byId(user.id)
  if (!row) throw new AppError('NOT_FOUND', 'That account no longer exists.')
  return row
}

/** An author's other fields are read only when an operation selects them. */
export const UserNode = builder.node(builder.objectRef<AuthorRow | UserRow>('User'), {
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'username' in value,
  loadMany: (ids, context) =>
    Promise.all(
      ids.map(async (id) => hideDisabledDemoUser(await context.reads.users.byId(id), context)),
    ),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { extensions: shareable }),
    username: t.exposeString('username', { extensions: shareable }),
    bio: t.string({
      nullable: true,
      resolve: async (user, _args, context) => (await withProfile(user, context)).bio,
    }),
    avatar: t.exposeString('avatar', { nullable: true, extensions: shareable }),
    email: t.string({
      description: 'Only visible to its owner; null for everyone else.',
      nullable: true,
      resolve: ({ id }, _args, context) =>
        context.viewer?.id === id && !context.viewer.isDemo
          ? emailOf(context.viewer, context)
          : null,
    }),
    followingCount: t.int({
      resolve: async (user, _args, context) => (await withProfile(user, context)).followingCount,
    }),
    followersCount: t.int({
      resolve: async (user, _args, context) => (await withProfile(user, context)).followersCount,
    }),
    createdAt: t.field({
      type: 'DateTime',
      resolve: async (user, _args, context) => (await withProfile(user, context)).createdAt,
    }),
  }),
})

const emails = new WeakMap<object, Promise<string | null>>()

/** Cached per request, because each of the viewer's own posts can select it. */
function emailOf(viewer: { id: string }, { database }: Context): Promise<string | null> {
  const cached = emails.get(viewer)
  if (cached) return cached
  // Null when the account was deleted since the request began.
  const email = database.user
    .findUnique({ where: { id: viewer.id }, select: { email: true } })
    .then((user) => user?.email ?? null)
  emails.set(viewer, email)
  return email
}
