import { connect, type Socket } from 'node:net'
import type pg from 'pg'
import type { Way } from './way.ts'

type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null, ...rest: unknown[]) => void

/** What the driver's types leave out. */
type Client = pg.PoolClient & {
  host: string
  port: number
  processID: number
  secretKey: number
  connection: { stream: Socket }
}

/** Milliseconds that a statement's end may take after it was cancelled. */
const GRACE = 1_000
/** The code of PostgreSQL's message CancelRequest. */
const CANCEL_REQUEST = 80_877_102

/**
 * Cancels every statement of a pool that has no answer in time, and fails it once its end is known. Straight to the database the
 * server cancels it (`statement_timeout`, which `clientOn` sets); a pooler forwards a request to cancel. A connection whose server
 * does not answer that within a second is closed. The driver's `query_timeout` is slower: what it refers to outlives minor collections.
 * @param patience milliseconds
 */
export function answerInTime(pool: pg.Pool, way: Pick<Way, 'pooled'>, patience: number): void {
  const cancelled = new WeakSet<pg.PoolClient>()
  // Before the listener that measures statements, so that it measures this end as well.
  pool.prependListener('connect', (given) => {
    const client = given as Client
    const query = client.query.bind(client) as Query
    const cancelNow = way.pooled ? () => void cancelled.add(cancel(client)) : null
    const limited = (callback: Callback) => within(patience, client, callback, cancelNow)
    const inTime: Query = (...args) => {
      const callback = args.at(-1)
      if (typeof callback === 'function') return query(...args.slice(0, -1), limited(callback as Callback))
      if (typeof (args[0] as { submit?: unknown }).submit === 'function') return query(...args)
      return new Promise((resolve, reject) => {
        query(
          ...args,
          limited((error, result) => (error ? reject(error) : resolve(result))),
        )
      })
    }
    Object.assign(client, { query: inTime })
  })
  // A request to cancel that arrives late would meet the next statement.
  pool.on('release', (_error, client) => void (cancelled.has(client) && client.end()))
}

/**
 * Calls back once: with the answer, or with an error when that takes too long.
 * @param cancelNow null where the server cancels by itself
 */
function within(patience: number, client: Client, callback: Callback, cancelNow: (() => void) | null): Callback {
  let isOver = false
  let isCancelled = false
  // In the driver's words, by which `isUnavailable` knows it.
  const late = () => new Error('Query read timeout')
  const end: Callback = (...outcome) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    callback(...outcome)
  }
  const giveUp = () => {
    client.connection.stream.destroy()
    end(late())
  }
  let timer = setTimeout(() => {
    isCancelled = cancelNow !== null
    cancelNow?.()
    timer = setTimeout(giveUp, GRACE)
  }, patience)
  // An answer after the request may be of a commit that no standby has confirmed, so it counts as none.
  return (...outcome) => (isCancelled ? end(late()) : end(...outcome))
}

/** Asks the server to cancel what a connection waits for. Of no use where the server does not answer. */
function cancel(client: Client): Client {
  const { host, port, processID, secretKey } = client
  const message = Buffer.alloc(16)
  for (const [index, field] of [message.length, CANCEL_REQUEST, processID, secretKey].entries()) message.writeInt32BE(field, 4 * index)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(GRACE, () => socket.destroy())
  // The receiver closes it: PgBouncer forgets the request of a sender that closes first.
  socket.on('error', () => {}).write(message)
  return client
}
