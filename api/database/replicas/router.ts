import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import onHeaders from 'on-headers'
import { isGraphql } from '#api/lib/graphql-path.ts'
import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import type { Settings } from '#api/settings/settings.ts'
import type { Replicas } from './replicas.ts'

/** The log position that a replica must have reached to serve a caller. */
export interface ReadPosition {
  /** Bytes of the write-ahead log. */
  position: number
  /** Whether the response must set the cookie. */
  isNew: boolean
}

interface Viewer {
  id: string
  isDemo: boolean
  visibilityVersion: number
}

/** What the router reads and changes of a request's context. */
export interface RoutedRequest<Reads> {
  viewer: Viewer | null
  reads: Reads
  readPosition?: ReadPosition
}

export interface RoutedReads<Reads> {
  reads: Reads
  readPosition: ReadPosition
}

/** Sends reads to replicas, or to the primary if the replicas may lack the caller's writes. */
export interface ReplicaRouter<Reads> extends Pick<Replicas<Reads>, 'counts' | 'stop'> {
  /** Chooses where a request reads from. */
  route(cookies: string | undefined, viewer: Viewer | null): RoutedReads<Reads>
  /** Sends the rest of the request, and the caller's other requests, to the primary. */
  beforeWrite(request: RoutedRequest<Reads>): void
  /** Stores the position that the write reached. */
  afterWrite(request: RoutedRequest<Reads>): Promise<void>
  /** The value of a `Set-Cookie` header; null if the caller's position is unchanged. */
  cookieFor(request: Pick<RoutedRequest<Reads>, 'readPosition'>): string | null
  /** Sets the cookie when the response's headers are sent. */
  setCookieOn(req: IncomingMessage, res: ServerResponse, request: RoutedRequest<Reads>): void
}

/** Every replica in use has caught up after this time, so no clock of another machine matters. */
const COOKIE_TTL_SECONDS = 15
/** A write is in progress: read from the primary. */
const UNKNOWN = Number.MAX_SAFE_INTEGER
/** Express matches paths in any case. */
const ACCOUNT_ROUTE = /^\/api\/auth\//i
/** For writers whose client keeps no cookies. */
const MAX_RECENT_WRITERS = 20_000

export function createReplicaRouter<Reads>(
  replicas: Replicas<Reads>,
  primary: Reads,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): ReplicaRouter<Reads> {
  const recentWriters = new LRUCache<string, number>({
    max: MAX_RECENT_WRITERS,
    ttl: COOKIE_TTL_SECONDS * 1000,
  })
  // The caller keeps the position of its last write in a cookie, so processes need not share it.
  // A forged cookie changes only where its sender's requests are read from.
  const name = `${cookiePrefix({ publicUrl })}.position`
  const pattern = new RegExp(`(?:^|; )${RegExp.escape(name)}=(\\d{1,16})(?:;|$)`)
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${COOKIE_TTL_SECONDS}; HttpOnly; SameSite=Lax${secure}`

  function lastWriteOf(viewer: Viewer | null): number {
    return (viewer && recentWriters.get(viewer.id)) || 0
  }

  function setPosition(readPosition: ReadPosition, viewer: Viewer | null, position: number) {
    readPosition.position = position
    readPosition.isNew = true
    if (viewer) recentWriters.set(viewer.id, position)
  }

  const cookieFor: ReplicaRouter<Reads>['cookieFor'] = ({ readPosition }) =>
    readPosition?.isNew ? `${name}=${readPosition.position}; ${attributes}` : null

  return {
    route(cookies, viewer) {
      const fromCookie = Number((cookies && pattern.exec(cookies)?.[1]) || 0)
      const position = Math.max(fromCookie, lastWriteOf(viewer))
      // Many callers share the demo user, and most of them keep no cookie. A replica may lack the
      // block of someone else.
      const needsPrimary = viewer && (viewer.isDemo || viewer.visibilityVersion > 0)
      const replica = needsPrimary ? null : replicas.at(position)
      return { reads: replica ?? primary, readPosition: { position, isNew: false } }
    },
    beforeWrite(request) {
      request.reads = primary
      if (request.readPosition) setPosition(request.readPosition, request.viewer, UNKNOWN)
    },
    async afterWrite({ readPosition, viewer }) {
      if (!readPosition) return
      const position = await replicas.position().catch(() => UNKNOWN)
      const last = lastWriteOf(viewer)
      // Of two concurrent writes the position of the later one may arrive first.
      setPosition(readPosition, viewer, last === UNKNOWN ? position : Math.max(last, position))
    },
    cookieFor,
    counts: replicas.counts,
    stop: replicas.stop,
    setCookieOn(req, res, request) {
      // In GraphQL the operation decides whether a request writes.
      if (req.method !== 'GET' && req.method !== 'HEAD' && !isGraphql(req.url ?? '')) {
        request.reads = primary
        // Account routes write without an operation.
        if (ACCOUNT_ROUTE.test(req.url ?? '') && request.readPosition)
          setPosition(request.readPosition, request.viewer, UNKNOWN)
      }
      onHeaders(res, () => {
        const cookie = cookieFor(request)
        if (cookie) res.appendHeader('Set-Cookie', cookie)
      })
    },
  }
}
