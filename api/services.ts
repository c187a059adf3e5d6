import type { Services } from './context.ts'
import type { Database } from './database/client.ts'
import { RecentPosts } from './features/feed/recent-posts.ts'
import { createRecentReads } from './features/feed/recent-reads.ts'
import { createLikesSince } from './features/like/like.read.ts'
import { createLikeWrites } from './features/like/like.write.ts'
import { createPostInserts } from './features/post/post.insert.ts'
import { createPostReads } from './features/post/post.read.ts'
import { createSearchReads } from './features/search/search.read.ts'
import { createUserReads } from './features/user/user.read.ts'
import type { Groundwork } from './groundwork.ts'
import { IdGenerator } from './ids.ts'
import { createLimits, noLimits } from './limits.ts'
import type { Changes } from './live/changes.ts'
import { createMailer } from './mailer.ts'
import type { SharedStore } from './redis/redis.ts'

interface Optional {
  /** What this process shares with others, where there is a Redis. */
  shared?: SharedStore | null
  /** The change feed, for a process that answers requests. */
  changes?: Changes | null
}

/** What every request can use. */
export async function createServices(
  groundwork: Groundwork,
  { shared = null, changes = null }: Optional = {},
): Promise<Services> {
  const { settings, database, log } = groundwork
  const newest = await database.post.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  return {
    ...groundwork,
    ...createReads(database, changes),
    inserts: createPostInserts(database),
    likes: createLikeWrites(database),
    freshness: null,
    ids: new IdGenerator(newest?.id),
    limits: settings.rateLimit ? createLimits(shared) : noLimits,
    mail:
      settings.smtpUrl === undefined
        ? null
        : await createMailer(settings.smtpUrl, settings.mailFrom, log),
  }
}

/** @param maxAge milliseconds for which anonymous readers are answered from memory without asking for changes */
export function createReads(
  database: Database,
  changes: Changes | null,
  maxAge?: number,
): Pick<Services, 'posts' | 'users' | 'recent' | 'reads'> {
  const posts = createPostReads(database)
  const users = createUserReads(database)
  const recent = changes && new RecentPosts({ posts, database, changes, maxAge })
  const reads = {
    posts: recent ? createRecentReads(posts, recent, createLikesSince(database)) : posts,
    users,
    search: createSearchReads(database, recent),
  }
  return { posts, users, recent, reads }
}
