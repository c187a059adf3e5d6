import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { DEMO_USER_UUID } from '../../ids.ts'

/** Where there is no demo user, it is not to be found either. */
export function seen({ settings }: Context) {
  return settings.demoUser ? {} : { NOT: { id: DEMO_USER_UUID } }
}

export const UserNode = builder.prismaNode('User', {
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, ...seen(context) }),
  select: { id: true },
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    username: t.exposeString('username'),
    bio: t.exposeString('bio', { nullable: true }),
    avatar: t.exposeString('avatar', { nullable: true }),
    email: t.string({
      description: "Its owner's alone; null to everybody else.",
      nullable: true,
      select: { email: true },
      resolve: ({ id, email }, _args, { viewer }) => (viewer?.id === id && !viewer.isDemo ? email : null),
    }),
    followingCount: t.exposeInt('followingCount'),
    followersCount: t.exposeInt('followersCount'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
