import type { Logger } from 'pino'
import type { TokenScope } from '#rules/token-scopes.ts'
import type { Database, QueryClient } from './database/client.ts'
import type { Role } from './database/generated/prisma/enums.ts'
import type { ReadPosition, ReplicaRouter } from './database/replicas/router.ts'
import type { IdGenerator } from './lib/ids.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { Stream } from './live/stream.ts'
import type { Streams } from './live/streams.ts'
import type { Settings } from './settings/settings.ts'

// Features extend these interfaces by declaration merging.

/** Services of every process, including those that handle no requests. */
export interface CoreServices {
  settings: Settings
  database: Database
  log: Logger
}

/** Services of background jobs. */
export interface JobServices extends CoreServices {}

/** Where a request reads from: the primary, or a replica that has the caller's writes. */
export interface Reads {
  database: QueryClient
}

/** Services of all requests, created once at startup. */
export interface Services extends CoreServices {
  reads: Reads
  ids: IdGenerator
  limits: Limits
  /** The open subscriptions of this process. */
  streams: Streams<Viewer>
  /** Reads that do not lag behind. */
  primaryReads: Reads
  /** Null without replicas. */
  replicas: ReplicaRouter<Reads> | null
}

/** The account that a request acts as: the session's, or the demo user when the caller opts in. */
export interface Viewer {
  /** UUID. */
  id: string
  isDemo: boolean
  /** Such an account can only read. */
  needsUsername: boolean
  role: Role
  /** Null unless the account is suspended. */
  suspension: Suspension | null
  /** Changes whenever the account mutes, blocks or is blocked. 0 if that never happened. */
  visibilityVersion: number
}

export interface Suspension {
  /** Null until a moderator lifts it. */
  until: Date | null
}

/** The account of an API token, and what the token may do for it. */
export interface TokenGrant {
  viewer: Viewer
  scopes: ReadonlySet<TokenScope>
}

/** The context of one request. */
export interface Context extends Services {
  viewer: Viewer | null
  /**
   * Set for a request with an API token. Its `viewer` is null, except in the resolvers of fields
   * whose scope the token has.
   */
  token?: TokenGrant | null
  /** Of the session that the request has. */
  sessionToken?: string | null
  /** The account that the caller's page shows: a public id. Only writes compare it. */
  namedAccount?: string | undefined
  requestId: string
  /** A key for rate limits: the IPv4 address, or the /64 network of an IPv6 address. */
  clientAddress: string
  /** Set when there are replicas. */
  readPosition?: ReadPosition
  /** The account's present state; null when the session or token ended. Set behind Express. */
  findViewer?: () => Promise<Viewer | null>
  /** Set for subscriptions. */
  stream?: Stream<Viewer>
}
