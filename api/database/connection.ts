import { Socket } from 'node:net'
import pg from 'pg'
import { startStatement } from '#api/telemetry/statements.ts'
import { requestCancel } from './backend-key.ts'
import type { ConnectionTarget } from './connection-target.ts'

type Callback = (error: Error | null, result?: unknown) => void

export interface Timeouts {
  /** How long a statement may wait for a free connection. */
  connectionMs: number
  /** How long a statement may run. A connection sends it to the server when it opens. */
  statementMs: number
}

/** Time for a cancelled statement to end before its connection is closed. */
const CANCEL_GRACE_MS = 1_000

/**
 * A pooled connection that measures and times out statements. A server enforces `statement_timeout`
 * itself; through a pooler, the client sends a CancelRequest.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket
  readonly #timeouts: Readonly<Timeouts>
  readonly #isPooled: boolean
  #hasCancelled = false

  constructor(
    config: pg.ClientConfig | undefined,
    target: ConnectionTarget,
    timeouts: Readonly<Timeouts>,
  ) {
    const socket = target.stream?.() ?? new Socket()
    super({
      ...config,
      connectionString: target.url,
      stream: () => socket,
      // Poolers do not pass this on.
      ...(!target.pooled && { statement_timeout: timeouts.statementMs }),
    })
    this.#socket = socket
    this.#timeouts = timeouts
    this.#isPooled = target.pooled
  }

  /** False inside a transaction, and after a CancelRequest, which could hit a later statement. */
  get isReusable(): boolean {
    return !this.#hasCancelled && this.getTransactionStatus() === 'I'
  }

  /** The driver's method, without cursors and streams, whose end cannot be measured. */
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
      this.#withTimeout(statement, callback),
    ) as never
  }

  /** Calls back once, with the result or with a timeout error. */
  #withTimeout(statement: unknown, callback: Callback): Callback {
    const endStatement = startStatement(statement)
    let isDone = false
    let isTimedOut = false
    const end: Callback = (error, result) => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      endStatement(error)
      callback(error, result)
    }
    const closeConnection = () => {
      this.#socket.destroy()
      end(timeoutError())
    }
    let timer = setTimeout(() => {
      if (this.#isPooled) {
        isTimedOut = true
        this.#hasCancelled = true
        requestCancel(this)
      }
      timer = setTimeout(closeConnection, CANCEL_GRACE_MS)
    }, this.#timeouts.statementMs)
    // A cancelled commit reports success before a synchronous standby has confirmed it.
    return (error, result) => (isTimedOut ? end(timeoutError()) : end(error, result))
  }
}

/** `isUnavailable` recognizes the driver's message. */
const timeoutError = () => new Error('Query read timeout')
