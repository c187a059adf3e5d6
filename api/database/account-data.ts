import type { Entry, Model } from './account-entry.ts'

/**
 * Declares for each table how its rows belong to an account.
 * The export, the account deletion, the reset of the demo user and the backup use it.
 * How to add a table: docs/accounts.md.
 */
export const accountData = {
  // A reset keeps the row and restores the columns that visitors can change.
  User: {
    owner: 'id',
    export: { section: 'account' },
    deletion: 'by cascade',
    demoReset: 'kept',
    backup: 'saved',
  },
  UserSearch: {
    owner: 'userId',
    export: { leftOut: 'derived from the names' },
    deletion: 'first',
    demoReset: 'kept',
    backup: 'saved',
  },
  Post: {
    owner: 'authorId',
    export: { section: 'posts' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  SearchReindex: {
    unowned: true,
    export: { leftOut: 'the version of the search index' },
    backup: 'saved',
  },
  PostSearch: { through: 'Post', export: { leftOut: 'derived from the posts' }, backup: 'saved' },
  PostKey: {
    owner: 'authorId',
    export: { leftOut: 'an idempotency key, which a client uses for a day' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  Like: {
    owner: 'userId',
    export: { section: 'likes' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  // People who follow the account lose their follow with it.
  Follow: {
    owner: 'followerId',
    subject: 'followeeId',
    export: { section: 'follows' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  // Mutes and blocks of the account are deleted with it.
  Mute: {
    owner: 'muterId',
    subject: 'mutedId',
    export: { section: 'mutes' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  Block: {
    owner: 'blockerId',
    subject: 'blockedId',
    export: { section: 'blocks' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  // The event of a post belongs to the post.
  FeedEvent: {
    owner: 'actorId',
    export: { section: 'shares' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  UndoneShare: {
    owner: 'actorId',
    withoutKey: 'taking a share back must not wait for the lock of the account',
    export: { leftOut: 'kept for a week, for walks of feeds that have begun' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  Invitation: {
    owner: 'inviterId',
    export: {
      section: 'invitations',
      select: { code: true, maxUses: true, uses: true, expiresAt: true, revokedAt: true },
      orderBy: 'id',
    },
    // No one joins with the link of an account that is being deleted.
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  Invitee: {
    owner: 'userId',
    export: { leftOut: 'belongs to the person who invited' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  InvitationFollow: {
    through: 'Invitation',
    export: { leftOut: 'chosen for the people who join, and applied to them' },
    backup: 'saved',
  },
  // The sign-ups of people who have no account yet.
  Application: { unowned: true, export: { leftOut: 'no account has it' }, backup: 'saved' },
  // The operator owes a yearly report, so moderation is kept without names.
  Report: {
    owner: 'reporterId',
    export: { section: 'reports' },
    deletion: 'anonymized',
    demoReset: 'kept',
    backup: 'saved',
  },
  ModerationEvent: {
    owner: 'memberId',
    export: { section: 'decisions' },
    deletion: 'anonymized',
    demoReset: 'kept',
    backup: 'saved',
  },
  ModerationNote: {
    owner: 'moderatorId',
    export: { leftOut: 'about other people, for moderators' },
    deletion: 'anonymized',
    demoReset: 'kept',
    backup: 'saved',
  },
  Appeal: {
    owner: 'memberId',
    export: { section: 'appeals' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  HiddenPost: { through: 'Post', export: { leftOut: 'hidden by moderators' }, backup: 'saved' },
  HiddenShare: {
    owner: 'actorId',
    export: { leftOut: 'hidden by moderators' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  HiddenProfile: {
    owner: 'userId',
    export: { leftOut: 'hidden by moderators' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  Notification: {
    owner: 'userId',
    withoutKey: 'a reply and a decision must not wait for the lock of a recipient',
    export: { section: 'notifications' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  NotificationActor: {
    owner: 'userId',
    export: { leftOut: 'belongs to the person who is notified' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  PendingNotification: {
    owner: 'userId',
    withoutKey: 'a like must not wait for the lock of an author',
    export: { leftOut: 'delivered within a day' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
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
    backup: 'saved',
  },
  // Thanks that the account received belong to its posts.
  Thanks: {
    owner: 'senderId',
    export: { section: 'thanks' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
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
    backup: 'saved',
  },
  WebhookDelivery: {
    through: 'Webhook',
    export: { leftOut: 'copies of what was sent to the webhook, kept for a week' },
    backup: 'saved',
  },
  WebhookChange: {
    unowned: true,
    export: { leftOut: 'ids of changes, delivered within seconds' },
    backup: 'saved',
  },
  // Media files are removed after their rows.
  Media: {
    owner: 'ownerId',
    export: { section: 'uploads' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  Session: {
    owner: 'userId',
    export: { section: 'sessions' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in, and the secret is in the same file' },
  },
  ApiToken: {
    owner: 'userId',
    export: {
      section: 'apiTokens',
      select: { name: true, scopes: true, expiresAt: true, lastUsedAt: true },
      orderBy: 'id',
    },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  Account: {
    owner: 'userId',
    export: { section: 'identities' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  Passkey: {
    owner: 'userId',
    export: { section: 'passkeys', select: { name: true, createdAt: true }, orderBy: 'id' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  TwoFactor: {
    owner: 'userId',
    export: { section: 'account' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  RecoveryCode: { through: 'TwoFactor', export: { leftOut: 'signs in' }, backup: 'saved' },
  MailLink: {
    owner: 'userId',
    export: { leftOut: 'signs in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in' },
  },
  // JSON of better-auth's passkey challenges and of authorization requests to a provider.
  Verification: {
    within: 'value',
    export: { leftOut: 'an unfinished sign-in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'an unfinished sign-in' },
  },
} as const satisfies { [M in Model]: Entry<M> }
