import { consumeWriteLimit, isOwner, memberOf } from '#api/actor.ts'
import type { NotificationDelivery } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
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

withUserErrors(
  builder.relayMutationField(
    'updateNotificationSettings',
    {
      inputFields: (t) => ({
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
    },
    {
      scope: 'write:notifications',
      description:
        'Changes the given settings. A new delivery without hours gets its default ones; AS_IT_HAPPENS ignores them.',
      resolve: async (_root, { input }, context) => {
        const { id: userId } = memberOf(context)
        await consumeWriteLimit(context, 'notification')
        const settings = await updateSettings(context, userId, input)
        return { settings, user: await userReads(context.database).byId(userId, userId) }
      },
    },
    {
      outputFields: (t) => ({
        notificationSettings: t.field({
          type: Settings,
          nullable: true,
          resolve: ({ settings }) => settings,
        }),
        user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
      }),
    },
  ),
)
