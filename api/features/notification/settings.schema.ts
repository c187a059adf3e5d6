import { isOwner } from '#api/actor.ts'
import type { NotificationDelivery } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { defaultSettings, type SettingsRow, updateSettings } from './settings.write.ts'

const Delivery = builder.enumType('NotificationDelivery', {
  values: {
    AS_IT_HAPPENS: { description: 'Within a minute, and in groups by the hour.' },
    THREE_TIMES_A_DAY: {},
    DAILY: {},
  } satisfies Record<NotificationDelivery, object>,
})

const Settings = builder.objectRef<SettingsRow>('NotificationSettings').implement({
  description:
    'How the viewer is notified. Likes, shares and follows arrive in groups; replies, thanks and decisions of moderators at once.',
  fields: (t) => ({
    delivery: t.expose('delivery', { type: Delivery }),
    hours: t.exposeIntList('hours', {
      description:
        'Hours of the day in the time zone, 0 to 23, ascending: three, or one with DAILY.',
    }),
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description: 'An IANA name. Null until one is stored, which means UTC.',
    }),
    likes: t.exposeBoolean('likes'),
    shares: t.exposeBoolean('shares'),
    follows: t.exposeBoolean('follows'),
    replies: t.exposeBoolean('replies'),
    thanks: t.exposeBoolean('thanks', {
      description: 'Whether others can send the viewer thanks.',
    }),
    weeklyEmail: t.exposeBoolean('weeklyEmail'),
  }),
})

builder.objectField(UserNode, 'notificationSettings', (t) =>
  t.field({
    type: Settings,
    nullable: true,
    scope: 'read:private',
    description: 'Null for everyone but the viewer.',
    resolve: async ({ id: userId }, _args, context) =>
      isOwner(userId, context)
        ? ((await context.database.notificationSettings.findUnique({ where: { userId } })) ??
          defaultSettings)
        : null,
  }),
)

mutation({
  name: 'updateNotificationSettings',
  description:
    'Changes the given settings. A new delivery without hours gets its default ones; AS_IT_HAPPENS ignores them.',
  needs: 'member',
  scope: 'write:notifications',
  limit: 'notification',
  input: (t) => ({
    delivery: t.field({ type: Delivery }),
    hours: t.intList({ description: 'Three different hours, or one with DAILY.' }),
    timeZone: t.string({ description: 'An IANA name, such as Europe/Berlin.' }),
    likes: t.boolean(),
    shares: t.boolean(),
    follows: t.boolean(),
    replies: t.boolean(),
    thanks: t.boolean(),
    weeklyEmail: t.boolean(),
  }),
  async write(input, { actor, context }) {
    const notificationSettings = await updateSettings(context, actor.id, input)
    const user = await userReads(context.database).byId(actor.id, actor.id)
    return { notificationSettings, user }
  },
  returns: (t) => ({
    notificationSettings: t.expose('notificationSettings', { type: Settings, nullable: true }),
    user: t.expose('user', { type: UserNode, nullable: true }),
  }),
})
