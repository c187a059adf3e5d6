import type { Logger } from 'pino'
import type { CoreServices, Reads, Services } from '#api/context.ts'
import {
  connectionsPerProcess,
  createDatabase,
  type Database,
  type QueryClient,
} from '#api/database/client.ts'
import type { ConnectionTarget } from '#api/database/connection-target.ts'
import { followReplicas, type ReplicaTimings } from '#api/database/replicas/replicas.ts'
import { createReplicaRouter, type ReplicaRouter } from '#api/database/replicas/router.ts'
import { createMailer } from '#api/features/auth/mail/mailer.ts'
import { createCachedPostReads } from '#api/features/feed/feed.read.ts'
import { RecentPostsCache } from '#api/features/feed/recent-posts.ts'
import { createBucketStore } from '#api/features/media/bucket-store.ts'
import { createPictureStore, type PictureStore } from '#api/features/media/picture-store.ts'
import { postReads } from '#api/features/post/post.read.ts'
import { viewerPostReads } from '#api/features/post/post-viewer-state.read.ts'
import { createSearchReads } from '#api/features/search/search.read.ts'
import { createHiddenUsers } from '#api/features/visibility/hidden-users.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { createLimits, type Limits, noLimits } from '#api/limits/rate-limits.ts'
import type { SharedStore } from '#api/limits/redis.ts'
import type { Changes } from '#api/live/changes.ts'
import type { Clock } from '#api/live/clock.ts'
import { Streams } from '#api/live/streams.ts'
import type { Settings } from '#api/settings/settings.ts'

interface CoreOptions {
  settings: Settings
  /** A running, migrated database. */
  target: ConnectionTarget
  log: Logger
  maxConnections: number
}

/** The caller must call `database.$disconnect()` in the end. */
export function createCoreServices(options: CoreOptions): CoreServices {
  const { settings, target, log, maxConnections } = options
  const database = createDatabase(target, maxConnections)
  return { settings, database, pictures: createPictures(settings), log }
}

/** Stores pictures in the bucket, if the settings have one, or in the data directory. */
export function createPictures({
  bucket,
  dataDir,
}: Pick<Settings, 'bucket' | 'dataDir'>): PictureStore {
  return bucket ? createBucketStore(bucket) : createPictureStore(dataDir)
}

interface ServiceOptions {
  /** Redis, if it is configured. */
  shared?: SharedStore | null
  /** The change feed, in a process that serves requests. */
  changes?: Changes | null
  limits?: Limits
  /** By default it continues from the newest post or share. */
  ids?: IdGenerator
  /** Milliseconds for which anonymous callers get cached posts without a check for changes. */
  maxAgeMs?: number
  /** The clock of streams. */
  clock?: Clock
}

export async function createServices(
  core: CoreServices,
  { shared = null, changes = null, limits, ids, maxAgeMs, clock }: ServiceOptions = {},
): Promise<Services> {
  const { settings, database, log } = core
  const recentPosts =
    changes &&
    new RecentPostsCache({
      posts: postReads(database),
      database,
      changes,
      hasReplicas: settings.databaseReplicaUrls.length > 0,
      maxAgeMs,
    })
  const reads = createReads(database, recentPosts)
  const defaultLimits = () =>
    settings.rateLimit ? createLimits(shared, settings.authSecret) : noLimits
  return {
    ...core,
    recentPosts,
    reads,
    primaryReads: reads,
    replicas: null,
    hiddenUsers: createHiddenUsers(database),
    streams: new Streams(changes, clock),
    ids: ids ?? new IdGenerator(await newestId(database)),
    limits: limits ?? defaultLimits(),
    mail:
      settings.smtpUrl === undefined
        ? null
        : await createMailer(settings.smtpUrl, settings.mailFrom, log),
  }
}

async function newestId(database: Database): Promise<string | undefined> {
  const newest = await database.feedEvent.findFirst({
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return newest?.id
}

/** Reads from the cache what it has, and everything else from a database. */
function createReads(database: QueryClient, recentPosts: RecentPostsCache | null): Reads {
  const posts = postReads(database)
  return {
    database,
    posts: recentPosts
      ? createCachedPostReads(posts, recentPosts, viewerPostReads(database))
      : posts,
    search: createSearchReads(database, recentPosts),
  }
}

/** Connects to the configured replicas, and tracks which ones are usable. */
export async function openReplicaRouter(
  { settings, reads, database, recentPosts, log }: Services,
  primary: ConnectionTarget,
  timings?: ReplicaTimings,
): Promise<ReplicaRouter<Reads>> {
  const replicas = await followReplicas({
    urls: settings.databaseReplicaUrls,
    primary,
    database,
    maxConnections: connectionsPerProcess(settings.workers),
    log,
    createReads: (client: QueryClient) => createReads(client, recentPosts),
    timings,
  })
  return createReplicaRouter(replicas, reads, settings)
}
