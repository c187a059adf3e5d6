import type { Entries } from './account-entry.ts'

/** Profiles, what people write, and what they do to each other. */
export const content = {
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
  Bookmark: {
    owner: 'userId',
    export: { section: 'bookmarks', select: { postId: true }, orderBy: 'id' },
    deletion: 'by cascade',
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
  // Thanks that the account received belong to its posts.
  Thanks: {
    owner: 'senderId',
    export: { section: 'thanks' },
    deletion: 'by cascade',
    demoReset: 'removed',
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
} as const satisfies Entries
