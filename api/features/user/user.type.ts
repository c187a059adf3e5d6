import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { AuthorRow, UserRow } from './user.row.ts'

/** Where there is no demo user, it is not to be found either. */
export function seen(user: UserRow | null, { settings }: Context): UserRow | null {
  return user?.id === DEMO_USER_UUID && !settings.demoUser ? null : user
}

/** The rest of somebody who came as an author. */
async function whole(user: AuthorRow | UserRow, { reads }: Context): Promise<UserRow> {
  const found = 'bio' in user ? user : await reads.users.byId(user.id)
  if (!found) throw new AppError('NOT_FOUND', 'That person is not there anymore.')
  return found
}

/** A plain type over rows, as `PostNode` is. */
export const UserNode = builder.node(builder.objectRef<AuthorRow | UserRow>('User'), {
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'username' in value,
  loadMany: (ids, context) =>
    Promise.all(ids.map(async (id) => seen(await context.reads.users.byId(id), context))),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { extensions: shareable }),
    username: t.exposeString('username', { extensions: shareable }),
    bio: t.string({
      nullable: true,
      resolve: async (user, _args, context) => (await whole(user, context)).bio,
    }),
    avatar: t.exposeString('avatar', { nullable: true, extensions: shareable }),
    email: t.string({
      description: "Its owner's alone; null to everybody else.",
      nullable: true,

      resolve: ({ id }, _args, context) =>
        context.viewer?.id === id && !context.viewer.isDemo
          ? emailOf(context.viewer, context)
          : null,
    }),
    followingCount: t.int({
      resolve: async (user, _args, context) => (await whole(user, context)).followingCount,
    }),
    followersCount: t.int({
      resolve: async (user, _args, context) => (await whole(user, context)).followersCount,
    }),
    createdAt: t.field({
      type: 'DateTime',

      resolve: async (user, _args, context) => (await whole(user, context)).createdAt,
    }),
  }),
})

const emails = new WeakMap<object, Promise<string | null>>()

/** Kept with the request's viewer: their own posts may ask for it many times. */
function emailOf(viewer: { id: string }, { database }: Context): Promise<string | null> {
  const kept = emails.get(viewer)
  if (kept) return kept
  // The account may have been deleted since the request began.
  const email = database.user
    .findUnique({ where: { id: viewer.id }, select: { email: true } })
    .then((user) => user?.email ?? null)
  emails.set(viewer, email)
  return email
}
