import { Socket } from 'node:net'
import pg from 'pg'
import { startStatement } from '#api/telemetry/statements.ts'
import { requestCancel } from './backend-key.ts'
import type { ConnectionTarget } from './connection-target.ts'

type Callback = (error: Error | null, result?: unknown) => void

/** Milliseconds that a statement may take to end after it was cancelled. */
const GRACE = 1_000

/**
 * A connection of a pool. It measures each statement, and cancels one that has no answer in time: directly connected, the server does
 * so by itself (`statement_timeout`), and a pooler is sent a request to cancel. A connection whose server has not ended the statement
 * within another second is closed. `query_timeout` of the driver is slower: what it refers to outlives minor collections.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket
  readonly #timeout: number
  readonly #isPooled: boolean
  #hasCancelled = false

  /** @param timeout milliseconds */
  constructor(config: pg.ClientConfig | undefined, way: ConnectionTarget, timeout: number) {
    const socket = way.stream?.() ?? new Socket()
    super({
      ...config,
      connectionString: way.url,
      stream: () => socket,
      // Poolers do not pass it on.
      ...(!way.pooled && { statement_timeout: timeout }),
    })
    this.#socket = socket
    this.#timeout = timeout
    this.#isPooled = way.pooled
  }

  /** Whether another transaction may have it: not while one is open, nor after a request to cancel, which may arrive late. */
  get isReusable(): boolean {
    return !this.#hasCancelled && this.getTransactionStatus() === 'I'
  }

  /** As the driver's. Cursors and streams are not for connections of a pool: their end could not be measured. */
  override query(statement: unknown, values?: unknown, callback?: unknown): never {
    if (typeof values === 'function') return this.#send(statement, undefined, values as Callback)
    if (typeof callback === 'function') return this.#send(statement, values, callback as Callback)
    return new Promise((resolve, reject) => {
      this.#send(statement, values, (error, result) => (error ? reject(error) : resolve(result)))
    }) as never
  }

  #send(statement: unknown, values: unknown, callback: Callback): never {
    return super.query(
      statement as string,
      values as unknown[],
      this.#watched(statement, callback),
    ) as never
  }

  /** Calls back once: with the answer, or with an error when there is none in time. */
  #watched(statement: unknown, callback: Callback): Callback {
    const ended = startStatement(statement)
    let isOver = false
    let isLate = false
    const end: Callback = (error, result) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      ended(error)
      callback(error, result)
    }
    const giveUp = () => {
      this.#socket.destroy()
      end(lateAnswer())
    }
    let timer = setTimeout(() => {
      if (this.#isPooled) {
        isLate = true
        this.#hasCancelled = true
        requestCancel(this)
      }
      timer = setTimeout(giveUp, GRACE)
    }, this.#timeout)
    // An answer after the request may be of a commit that no standby has confirmed, so it counts as none.
    return (error, result) => (isLate ? end(lateAnswer()) : end(error, result))
  }
}

/** In the driver's words, by which `isUnavailable` knows it. */
const lateAnswer = () => new Error('Query read timeout')
