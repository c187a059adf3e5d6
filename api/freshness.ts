import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import onHeaders from 'on-headers'
import type { Context, Services, Viewer } from './context.ts'
import { followReplicas, type Pace, type Reader, type Replicas } from './database/replicas.ts'
import type { Way } from './database/way.ts'
import { createPostReads, type PostList, type PostReads } from './features/post/post.read.ts'
import { createSearchReads, type SearchReads } from './features/search/search.read.ts'
import { createUserReads, type UserReads } from './features/user/user.read.ts'
import { connectionsOfWorker } from './groundwork.ts'
import type { Settings } from './settings.ts'

/** Where questions are answered from. */
export interface Reads {
  posts: PostReads
  users: UserReads
  search: SearchReads
}

/** How far a replica has to be for a caller, and whether that is to be told to them. */
interface Trail {
  position: number
  isNew: boolean
}

/** Where a request may be read from, and what it wrote. */
export interface Reading {
  reads: Reads
  trail: Trail
}

/** Sees to it that whoever wrote something does not read what a replica had before. */
export interface Freshness extends Pick<Replicas<Reads>, 'counts' | 'stop'> {
  /** For a request that begins. */
  reading(cookies: string | undefined, viewer: Viewer | null): Reading
  /** A change by this context begins: from now on it reads from the primary, and so does the caller until it is known how far it went. */
  writing(context: Context): void
  /** The change is made. */
  wrote(context: Context): Promise<void>
  /** As a `Set-Cookie` header; null where there is nothing to tell. */
  cookieOf(context: Pick<Context, 'trail'>): string | null
  /** Tells the caller with the answer's headers. */
  tellWith(req: IncomingMessage, res: ServerResponse, context: Context): void
}

/**
 * The position of the last change goes to the caller as a cookie: every process on every machine knows it then, without asking anybody.
 * A forged one sends nobody's questions but one's own to the primary.
 */
const COOKIE = 'good-vibes.position'
const PATTERN = /(?:^|; )good-vibes\.position=(\d{1,16})(?:;|$)/
/** Seconds after which every replica that is in use has all, as it would be left out otherwise. No other machine's clock is believed. */
const LASTS = 15
/** Of which it is not known how far a replica has to be. */
const UNKNOWN = Number.MAX_SAFE_INTEGER
/** How many who wrote lately are remembered, for callers that keep no cookies. */
const MOST_KNOWN = 20_000

/** Looks for the replicas of the settings, and keeps to those that are of use. */
export async function openReplicas(
  { settings, reads, database, recent, log }: Services,
  primary: Way,
  pace?: Pace,
): Promise<Freshness> {
  const make = (reader: Reader): Reads => ({
    posts: exceptNewest(createPostReads(reader), reads.posts),
    users: createUserReads(reader),
    search: createSearchReads(reader, recent),
  })
  const maxConnections = connectionsOfWorker(settings.workers)
  const replicas = await followReplicas({
    urls: settings.databaseReplicaUrls,
    primary,
    database,
    maxConnections,
    log,
    make,
    pace,
  })
  return createFreshness(replicas, reads, settings)
}

/** The newest posts are read from the primary, as those in memory are: a replica's would be older than what the next answer shows. */
function exceptNewest(replica: PostReads, primary: PostReads): PostReads {
  const isNewest = ({ author, after, before, backwards }: PostList) =>
    author === null && after === null && before === null && !backwards
  return { list: (list) => (isNewest(list) ? primary : replica).list(list), one: replica.one }
}

export function createFreshness(
  replicas: Replicas<Reads>,
  primary: Reads,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Freshness {
  const lately = new LRUCache<string, number>({ max: MOST_KNOWN, ttl: LASTS * 1000 })
  const attributes = `Path=/; Max-Age=${LASTS}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

  function needed(cookies: string | undefined, viewer: Viewer | null): number {
    const told = Number((cookies && PATTERN.exec(cookies)?.[1]) || 0)
    return Math.max(told, knownOf(viewer))
  }

  function knownOf(viewer: Viewer | null): number {
    return (viewer && lately.get(viewer.id)) || 0
  }

  function note(trail: Trail, viewer: Viewer | null, position: number) {
    trail.position = position
    trail.isNew = true
    if (viewer) lately.set(viewer.id, position)
  }

  const cookieOf: Freshness['cookieOf'] = ({ trail }) =>
    trail?.isNew ? `${COOKIE}=${trail.position}; ${attributes}` : null

  return {
    reading(cookies, viewer) {
      const position = needed(cookies, viewer)
      // The demo user is shared by callers of whom many keep no cookie.
      return {
        reads: (!viewer?.isDemo && replicas.at(position)) || primary,
        trail: { position, isNew: false },
      }
    },
    writing(context) {
      context.reads = primary
      if (context.trail) note(context.trail, context.viewer, UNKNOWN)
    },
    async wrote({ trail, viewer }) {
      if (!trail) return
      const position = await replicas.position().catch(() => UNKNOWN)
      const known = knownOf(viewer)
      // Of two changes at the same time, where the later one ends may be known sooner.
      note(trail, viewer, known === UNKNOWN ? position : Math.max(known, position))
    },
    cookieOf,
    counts: replicas.counts,
    stop: replicas.stop,
    tellWith(req, res, context) {
      if (req.method !== 'GET' && req.method !== 'HEAD' && !isGraphql(req)) {
        context.reads = primary
        // What changes an account is no operation.
        if (req.url?.startsWith('/api/auth/') && context.trail)
          note(context.trail, context.viewer, UNKNOWN)
      }
      onHeaders(res, () => {
        const cookie = cookieOf(context)
        if (cookie) res.appendHeader('Set-Cookie', cookie)
      })
    },
  }
}

/** Where it is the operation that tells whether something is changed. */
function isGraphql({ url = '' }: IncomingMessage): boolean {
  return /^\/graphql(?:[/?]|$)/.test(url)
}
