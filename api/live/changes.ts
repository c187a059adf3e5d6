import type { Logger } from 'pino'
import { type ListenTarget, listenForNotifications } from '#api/database/notification-listener.ts'
import { singleFlight } from '#api/lib/single-flight.ts'

/** The database functions `announce_*` notify this channel. */
const CHANNEL = 'good_vibes'
/** After this time a caller proceeds without its cache. */
const SYNC_TIMEOUT_MS = 500
const RESET = 'reset'

/** What triggers announce, each with the UUIDs of posts or users. */
const changedKinds = ['post', 'user', 'session', 'follow', 'notification'] as const
/** Only the named users see these changes. */
export const privateKinds: ReadonlySet<ChangedKind> = new Set(['session', 'follow', 'notification'])
export type ChangedKind = (typeof changedKinds)[number]

/** Changed rows by UUID. After a `reset` any row may have changed: notifications may be lost. */
export type Change = { kind: ChangedKind; ids: readonly string[] } | { kind: typeof RESET }

interface ChangeTimeouts {
  /** For a caller's round trip. */
  syncTimeoutMs?: number
  /** After this time without a reply the connection counts as lost. */
  replyTimeoutMs?: number
}

/** The change feed: triggers announce every committed change to every process. */
export interface Changes {
  subscribe(listener: (change: Change) => void): void
  /**
   * Resolves when the listeners have received every change committed before the call. One round
   * trip is enough: PostgreSQL sends notifications before the next statement's result.
   * @throws Error while the connection is lost, or when the round trip exceeds its timeout
   */
  sync(): Promise<void>
  /** Milliseconds since the last successful round trip began; Infinity while disconnected. */
  ageMs(): number
  close(): Promise<void>
}

/**
 * Listens to the change feed on its own connection, and reconnects when it is lost.
 * @param target of a session connection, because LISTEN does not work through a pooler
 * @throws Error when the first connection fails
 */
export async function followChanges(
  target: ListenTarget,
  log: Logger,
  { syncTimeoutMs = SYNC_TIMEOUT_MS, replyTimeoutMs }: ChangeTimeouts = {},
): Promise<Changes> {
  const listeners: ((change: Change) => void)[] = []
  const deliver = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  const listener = await listenForNotifications(target, {
    channel: CHANNEL,
    heartbeatSql: 'SELECT 1',
    log,
    replyTimeoutMs,
    onNotification: (payload) => deliver(readChange(payload)),
    onReconnect: () => deliver({ kind: RESET }),
  })
  return {
    subscribe: (listener) => void listeners.push(listener),
    sync: singleFlight(async () => {
      const { promise: timeout, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new Error('The change feed did not reply in time.')),
        syncTimeoutMs,
      )
      await Promise.race([listener.roundTrip(), timeout]).finally(() => clearTimeout(timer))
    }),
    ageMs: listener.ageMs,
    close: listener.close,
  }
}

function readChange(payload: string): Change {
  const [name, ...ids] = payload.split(' ')
  const kind = changedKinds.find((each) => each === name)
  return kind ? { kind, ids } : { kind: RESET }
}
