import type { Logger } from 'pino'
import type { Database } from './database/client.ts'
import type { ReadPosition, ReplicaRouter } from './database/replicas/router.ts'
import type { IdGenerator } from './lib/ids.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { Settings } from './settings/settings.ts'

// Features extend these interfaces by declaration merging.

/** Services of every process, including those that handle no requests. */
export interface CoreServices {
  settings: Settings
  database: Database
  log: Logger
}

/** The features' readers, which may read from a replica. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their readers
export interface Reads {}

/** Services of all requests, created once at startup. */
export interface Services extends CoreServices {
  reads: Reads
  ids: IdGenerator
  limits: Limits
  /** Null without replicas. */
  replicas: ReplicaRouter<Reads> | null
}

/** The account that a request acts as: the session's, or the demo user when the caller opts in. */
export interface Viewer {
  /** UUID. */
  id: string
  isDemo: boolean
  /** Such an account can only read. */
  needsUsername?: boolean
}

/** The context of one request. */
export interface Context extends Services {
  viewer: Viewer | null
  requestId: string
  /** A key for rate limits: the IPv4 address, or the /64 network of an IPv6 address. */
  clientAddress: string
  /** Set when there are replicas. */
  readPosition?: ReadPosition
}
