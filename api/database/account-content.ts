import type { Entries } from './account-entry.ts'

/** Profiles, what people write, and what they do to each other. */
export const content = {
  // A reset keeps the row and restores the columns that visitors can change.
  User: {
    owner: 'id',
    export: { section: 'account' },
    deletion: 'by cascade',
    demoReset: 'kept',
  },
  UserSearch: {
    owner: 'userId',
    export: { leftOut: 'derived from the names' },
    deletion: 'first',
    demoReset: 'kept',
  },
  Post: {
    owner: 'authorId',
    export: { section: 'posts' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  SearchReindex: {
    unowned: true,
    export: { leftOut: 'the version of the search index' },
  },
  PostSearch: { through: 'Post', export: { leftOut: 'derived from the posts' } },
  PostKey: {
    owner: 'authorId',
    export: { leftOut: 'an idempotency key, which a client uses for a day' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  Like: {
    owner: 'userId',
    export: { section: 'likes' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  // People who follow the account lose their follow with it.
  Follow: {
    owner: 'followerId',
    subject: 'followeeId',
    export: { section: 'follows' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  // Mutes and blocks of the account are deleted with it.
  Mute: {
    owner: 'muterId',
    subject: 'mutedId',
    export: { section: 'mutes' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  Block: {
    owner: 'blockerId',
    subject: 'blockedId',
    export: { section: 'blocks' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  // The event of a post belongs to the post.
  FeedEvent: {
    owner: 'actorId',
    export: { section: 'shares' },
    deletion: 'in parts',
    demoReset: 'removed',
  },
  UndoneShare: {
    owner: 'actorId',
    withoutKey: 'taking a share back must not wait for the lock of the account',
    export: { leftOut: 'kept for a week, for walks of feeds that have begun' },
    deletion: 'first',
    demoReset: 'removed',
  },
  // Thanks that the account received belong to its posts.
  Thanks: {
    owner: 'senderId',
    export: { section: 'thanks' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  // Media files are removed after their rows.
  Media: {
    owner: 'ownerId',
    export: { section: 'uploads' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
} as const satisfies Entries
