import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { DEMO_USER_UUID } from '../../ids.ts'
import type { UserRow } from './user.row.ts'

/** Where there is no demo user, it is not to be found either. */
export function seen(user: UserRow | null, { settings }: Context): UserRow | null {
  return user?.id === DEMO_USER_UUID && !settings.demoUser ? null : user
}

/** A plain type over rows, as `PostNode` is. */
export const UserNode = builder.node(builder.objectRef<UserRow>('User'), {
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => Promise.all(ids.map(async (id) => seen(await context.users.byId(id), context))),
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    username: t.exposeString('username'),
    bio: t.exposeString('bio', { nullable: true }),
    avatar: t.exposeString('avatar', { nullable: true }),
    email: t.string({
      description: "Its owner's alone; null to everybody else.",
      nullable: true,
      extensions: { personal: true },
      resolve: ({ id }, _args, context) => (context.viewer?.id === id && !context.viewer.isDemo ? emailOf(context.viewer, context) : null),
    }),
    followingCount: t.exposeInt('followingCount'),
    followersCount: t.exposeInt('followersCount'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const emails = new WeakMap<object, Promise<string>>()

/** Kept with the request's viewer: their own posts may ask for it many times. */
function emailOf(viewer: { id: string }, { database }: Context): Promise<string> {
  const kept = emails.get(viewer)
  if (kept) return kept
  const email = database.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { email: true } }).then((user) => user.email)
  emails.set(viewer, email)
  return email
}
