import type { Logger } from 'pino'
import { type Listening, listenForNotices } from '#api/database/notices.ts'
import { singleFlight } from '#api/lib/single-flight.ts'

/** Triggers send changes to this channel: see the migration of the change feed. */
const CHANNEL = 'good_vibes'
/** Milliseconds for which a caller waits for a round trip before it goes on without what is in memory. */
const SYNC_TIMEOUT = 500
const RESET = 'reset'

/** What changed, by UUIDs. After a `reset` anything may have: changes may have been missed, or were too many to list. */
export type Change =
  | { kind: 'post' | 'user' | 'session'; ids: readonly string[] }
  | { kind: typeof RESET }

/** The change feed of the database: whatever commits a change is announced by triggers, to every process. */
export interface Changes {
  subscribe(listener: (change: Change) => void): void
  /**
   * Resolves when every change that was committed before the call has been delivered to the listeners. PostgreSQL delivers
   * notifications before it answers the next statement of a connection, so one round trip is enough; concurrent callers share it.
   * @throws Error while the connection is lost, or when the round trip takes too long
   */
  sync(): Promise<void>
  /** Milliseconds since the last successful round trip began; infinite while the connection is lost. */
  age(): number
  close(): Promise<void>
}

/**
 * Follows the change feed on a connection of its own, which is made again for as long as it takes when it is lost.
 * @param way of a session connection: a pooler in between would keep the notifications
 * @throws Error when the first connection fails
 */
export async function followChanges(way: Listening, log: Logger): Promise<Changes> {
  const listeners: ((change: Change) => void)[] = []
  const deliver = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  const notices = await listenForNotices(way, {
    channel: CHANNEL,
    question: 'SELECT 1',
    log,
    onNotice: (payload) => deliver(readChange(payload)),
    onReconnect: () => deliver({ kind: RESET }),
  })
  return {
    subscribe: (listener) => void listeners.push(listener),
    sync: singleFlight(async () => {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new Error('The change feed did not answer in time.')),
        SYNC_TIMEOUT,
      )
      await Promise.race([notices.ask(), late]).finally(() => clearTimeout(timer))
    }),
    age: notices.age,
    close: notices.close,
  }
}

function readChange(payload: string): Change {
  const [kind = '', ...ids] = payload.split(' ')
  return kind === 'post' || kind === 'user' || kind === 'session' ? { kind, ids } : { kind: RESET }
}
