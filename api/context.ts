import type { Logger } from 'pino'
import type { Database } from './database/client.ts'
import type { ReadPosition, ReplicaRouter } from './database/replicas/router.ts'
import type { IdGenerator } from './lib/ids.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { Settings } from './settings/settings.ts'

// Features add their own parts to these interfaces by declaration merging, in the file that makes the part.

/** What every process works with, also those that answer no requests. */
export interface CoreServices {
  settings: Settings
  database: Database
  log: Logger
}

/** The readers of features. They read from a replica where the request may. */
// biome-ignore lint/suspicious/noEmptyInterface: features declare their readers
export interface Reads {}

/** What every request can use, made once at the start. */
export interface Services extends CoreServices {
  reads: Reads
  ids: IdGenerator
  limits: Limits
  /** Null without replicas. */
  replicas: ReplicaRouter<Reads> | null
}

/** The account that a request acts as: the session's, or the demo user's for a caller without a session who asks for it. */
export interface Viewer {
  /** The UUID of the account. */
  id: string
  isDemo: boolean
  /** An account without a username can only read. */
  needsUsername?: boolean
}

/** What a resolver sees of a request. */
export interface Context extends Services {
  viewer: Viewer | null
  requestId: string
  /** The client's address as a key of limits: an IPv4 address, or the /64 network of an IPv6 one. */
  clientAddress: string
  /** Set where there are replicas. */
  readPosition?: ReadPosition
}
