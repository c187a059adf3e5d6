import type { Logger } from 'pino'
import type { Database } from './database/client.ts'
import type { RecentPosts } from './features/feed/recent-posts.ts'
import type { LikeWrites } from './features/like/like.write.ts'
import type { PictureStore } from './features/media/picture-store.ts'
import type { PostInserts } from './features/post/post.insert.ts'
import type { PostReads } from './features/post/post.read.ts'
import type { UserReads } from './features/user/user.read.ts'
import type { Freshness, Reading, Reads } from './freshness.ts'
import type { IdGenerator } from './ids.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import type { Settings } from './settings.ts'

/** What every request can use, made once at start. */
export interface Services {
  settings: Settings
  database: Database
  posts: PostReads
  inserts: PostInserts
  /** Null where nothing follows the database's changes: then everything is read from the database. */
  recent: RecentPosts | null
  likes: LikeWrites
  users: UserReads
  /** Where questions are answered from: the primary, unless a request may be answered by a replica. */
  reads: Reads
  /** Null where there are no replicas. */
  freshness: Freshness | null
  ids: IdGenerator
  limits: Limits
  pictures: PictureStore
  /** Null where nothing sends mail. */
  mail: Mailer | null
  log: Logger
}

/** Whoever a request acts as: the session's account, or the demo user for a caller without a session who says so. */
export interface Viewer {
  /** The UUID of the account. */
  id: string
  isDemo: boolean
  /** Whether they have yet to choose a username: until then they can only read. */
  needsUsername?: boolean
}

/** What a resolver sees of a request. */
export interface Context extends Services {
  viewer: Viewer | null
  requestId: string
  /** The client's address as a key of limits: an IPv4 address, or the /64 network of an IPv6 one. */
  clientAddress: string
  /** What they wrote, where there are replicas. */
  trail?: Reading['trail']
}
