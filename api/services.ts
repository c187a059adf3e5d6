import type { Services } from './context.ts'
import { createFeedHead } from './features/feed/feed-head.ts'
import { CHANNEL } from './features/feed/news.ts'
import { createLikeWrites } from './features/like/like.write.ts'
import { createPostInserts } from './features/post/post.insert.ts'
import { createPostReads } from './features/post/post.read.ts'
import { createSearchReads } from './features/search/search.read.ts'
import { createUserReads } from './features/user/user.read.ts'
import type { Groundwork } from './groundwork.ts'
import { IdGenerator } from './ids.ts'
import { createLimits, noLimits } from './limits.ts'
import { createMailer } from './mailer.ts'
import type { SharedStore } from './redis/redis.ts'

/**
 * What every request can use.
 * @param shared what this process shares with others, where there is a Redis
 */
export async function createServices(groundwork: Groundwork, shared: SharedStore | null = null): Promise<Services> {
  const { settings, database, log } = groundwork
  const newest = await database.post.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  const posts = createPostReads(database)
  const users = createUserReads(database)
  const publish = shared ? (payload: string) => shared.publish(CHANNEL, payload) : undefined
  const feed = createFeedHead({ posts, database, log, publish })
  return {
    ...groundwork,
    posts,
    inserts: createPostInserts(database),
    feed,
    likes: createLikeWrites(database),
    users,
    reads: { posts, users, search: createSearchReads(database, feed) },
    freshness: null,
    ids: new IdGenerator(newest?.id),
    limits: settings.rateLimit ? createLimits(shared) : noLimits,
    mail: settings.smtpUrl === undefined ? null : await createMailer(settings.smtpUrl, settings.mailFrom, log),
  }
}
