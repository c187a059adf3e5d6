import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { NotificationSettings_SettingsFragment } from '../features/notification/NotificationSettings.generated.ts'
import type { NotificationsQuery } from '../pages/notifications/Notifications.generated.ts'
import { answerMutation, api, type ErrorData } from './api.ts'
import { ada, bo, connection, pageAt } from './data.ts'
import { network } from './network.ts'

type Viewer = NonNullable<Unmasked<NotificationsQuery>['viewer']>
export type NotificationData = NonNullable<Viewer['notifications']>['edges'][number]['node']
type Of<Type extends NotificationData['__typename']> = Extract<
  NotificationData,
  { __typename: Type }
>

export const justNow = () => new Date(Date.now() - 5 * 60_000).toISOString()

const common = () => ({ id: 'notification_1', createdAt: justNow(), isRead: false })
const post = {
  __typename: 'Post' as const,
  id: 'post_1',
  content: 'The first crocus is out.',
}

export const likeData = (fields: Partial<Of<'LikeNotification'>> = {}): Of<'LikeNotification'> => ({
  __typename: 'LikeNotification',
  ...common(),
  actors: [bo],
  actorsCount: 1,
  post,
  ...fields,
})

export const thanksData = (
  fields: Partial<Of<'ThanksNotification'>> = {},
): Of<'ThanksNotification'> => ({
  __typename: 'ThanksNotification',
  ...common(),
  thanks: { __typename: 'Thanks', id: 'thanks_1', text: 'You made my day.', post, sender: bo },
  ...fields,
})

/** One of each other kind. */
export const otherKinds = (): NotificationData[] => [
  {
    __typename: 'ShareNotification',
    ...common(),
    id: 'notification_2',
    actors: [bo],
    actorsCount: 1,
    post,
  },
  {
    __typename: 'FollowNotification',
    ...common(),
    id: 'notification_3',
    actors: [bo],
    actorsCount: 1,
  },
  {
    __typename: 'ReplyNotification',
    ...common(),
    id: 'notification_4',
    reply: { __typename: 'Post', id: 'post_2', content: 'So early!', author: bo },
  },
  {
    __typename: 'ReportOutcomeNotification',
    ...common(),
    id: 'notification_5',
    report: { __typename: 'Report', id: 'report_1', outcome: 'HIDE' },
  },
  {
    __typename: 'ModerationNotification',
    ...common(),
    id: 'notification_6',
    kind: 'DECISION',
    decision: {
      __typename: 'ModerationEvent',
      id: 'event_1',
      action: 'WARN',
      subjectType: 'POST',
      until: null,
    },
  },
  {
    __typename: 'WebhookPausedNotification',
    ...common(),
    id: 'notification_7',
    webhook: { __typename: 'Webhook', id: 'webhook_1', url: 'https://example.org/hook' },
  },
]

/** Mocks the Notifications query, page by page. */
export function mockNotifications(...pages: NotificationData[][]) {
  network.use(
    api.query('Notifications', ({ variables }) => {
      const notifications = connection('Notification', ...pageAt(pages, variables.after))
      return HttpResponse.json({
        data: { viewer: { __typename: 'User', id: ada.id, notifications } },
      })
    }),
  )
}

/** Mocks the mutation, and collects the newest read ids. */
export function mockMarkRead() {
  const ids: string[] = []
  network.use(
    answerMutation('MarkNotificationsRead', ({ upToId }) => {
      ids.push(String(upToId))
      return { user: { __typename: 'User', id: ada.id, unreadNotificationsCount: 0 } }
    }),
  )
  return ids
}

export type SettingsData = Unmasked<NotificationSettings_SettingsFragment>

export const settingsData = (fields: Partial<SettingsData> = {}): SettingsData => ({
  __typename: 'NotificationSettings',
  delivery: 'THREE_TIMES_A_DAY',
  hours: [8, 13, 19],
  timeZone: 'Europe/Berlin',
  likes: true,
  shares: true,
  follows: true,
  replies: true,
  thanks: true,
  weeklyEmail: false,
  ...fields,
})

const withSettings = (settings: SettingsData) => ({
  __typename: 'User' as const,
  id: ada.id,
  notificationSettings: settings,
})

/** Mocks the settings and their mutation, and collects its inputs. */
export function mockNotificationSettings(settings = settingsData(), userErrors: ErrorData[] = []) {
  const inputs: unknown[] = []
  network.use(
    api.query('NotificationSettings', () =>
      HttpResponse.json({ data: { viewer: withSettings(settings) } }),
    ),
    answerMutation('UpdateNotificationSettings', (input) => {
      inputs.push(input)
      const user = userErrors.length > 0 ? null : withSettings({ ...settings, ...input })
      return { user, userErrors }
    }),
  )
  return inputs
}
