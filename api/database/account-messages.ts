import type { Entries } from './account-entry.ts'

/** What is delivered to an account. */
export const messages = {
  Notification: {
    owner: 'userId',
    withoutKey: 'a reply and a decision must not wait for the lock of a recipient',
    export: { section: 'notifications' },
    deletion: 'first',
    demoReset: 'removed',
  },
  NotificationActor: {
    owner: 'userId',
    export: { leftOut: 'belongs to the person who is notified' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  PendingNotification: {
    owner: 'userId',
    withoutKey: 'a like must not wait for the lock of an author',
    export: { leftOut: 'delivered within a day' },
    deletion: 'first',
    demoReset: 'removed',
  },
  NotificationSettings: {
    owner: 'userId',
    export: {
      section: 'notificationSettings',
      select: {
        ...{ delivery: true, hours: true, timeZone: true, weeklyEmail: true },
        ...{ likes: true, shares: true, follows: true, replies: true, thanks: true },
      },
      orderBy: 'userId',
    },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  Webhook: {
    owner: 'ownerId',
    export: {
      section: 'webhooks',
      select: { url: true, subscription: true, pausedAt: true },
      orderBy: 'id',
    },
    // Nothing is sent for an account that is being deleted.
    deletion: 'first',
    demoReset: 'removed',
  },
  WebhookDelivery: {
    through: 'Webhook',
    export: { leftOut: 'copies of what was sent to the webhook, kept for a week' },
  },
  WebhookChange: {
    unowned: true,
    export: { leftOut: 'ids of changes, delivered within seconds' },
  },
} as const satisfies Entries
