/**
 * A process that sends requests at a fixed rate or as fast as possible, and measures the responses.
 * It uses plain sockets, because an HTTP client would be too slow for ten times the server's
 * capacity.
 */
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  port: number
  /** Complete HTTP requests, sent in turn and repeated. */
  requests: string[]
  seconds: number
  /** Requests a second. Null: each connection sends its next request after a response. */
  rate: number | null
  maxConnections: number
  /** Seconds at the start, in which connections are opened. Their latencies are reported apart. */
  rampUpSeconds?: number
}

export interface LoadResult {
  /** Milliseconds from sending to the end of the response, by status. */
  latencies: Record<string, number[]>
  /** The same for requests sent during ramp-up. */
  rampUpLatencies: Record<string, number[]>
  /** Connections that broke with a request in flight. */
  broken: number
  /** Requests not sent because all connections were waiting for responses. */
  skipped: number
  /** Requests without a response at the end. */
  unanswered: number
  /** Responses with status 503 but without Retry-After. */
  withoutRetryAfter: number
}

/** How long to wait for the last responses. */
const DRAIN_TIMEOUT_MS = 10_000
const HEADER_END = '\r\n\r\n'

process.on('disconnect', () => process.exit())
process.once('message', (options: LoadOptions) => {
  void new Sender(options)
    .run()
    .then((result) => process.send?.(result, undefined, undefined, () => process.exit()))
})

interface Connection {
  socket: Socket
  /** When the request in flight was sent; null when idle. */
  sentAt: number | null
  received: string
}

class Sender {
  readonly #options: LoadOptions
  readonly #startedAt = performance.now()
  readonly #endsAt: number
  readonly #idle: Connection[] = []
  #open = 0
  #nextRequest = 0
  readonly #result: LoadResult = {
    latencies: {},
    rampUpLatencies: {},
    broken: 0,
    skipped: 0,
    unanswered: 0,
    withoutRetryAfter: 0,
  }

  constructor(options: LoadOptions) {
    this.#options = options
    this.#endsAt = this.#startedAt + options.seconds * 1_000
  }

  async run(): Promise<LoadResult> {
    const { rate, maxConnections } = this.#options
    if (rate === null) for (let i = 0; i < maxConnections; i++) this.#connect()
    else await this.#sendAtRate(rate)
    await this.#drain()
    return { ...this.#result, unanswered: this.#open - this.#idle.length }
  }

  async #sendAtRate(rate: number): Promise<void> {
    for (let sent = 0; performance.now() < this.#endsAt; await sleep(1)) {
      const elapsedMs = Math.min(performance.now(), this.#endsAt) - this.#startedAt
      for (; sent < (elapsedMs / 1_000) * rate; sent++) this.#sendNext()
    }
  }

  #sendNext(): void {
    const connection = this.#idle.pop()
    if (connection) this.#send(connection)
    else if (this.#open < this.#options.maxConnections) this.#connect()
    else this.#result.skipped++
  }

  async #drain(): Promise<void> {
    const end = Math.max(this.#endsAt, performance.now())
    const deadline = end + DRAIN_TIMEOUT_MS
    const isWaiting = () => performance.now() < deadline && this.#idle.length < this.#open
    while (performance.now() < end || isWaiting()) await sleep(10)
  }

  /** Opens a connection and sends its first request. */
  #connect(): void {
    this.#open++
    const { port } = this.#options
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    const connection: Connection = { socket, sentAt: null, received: '' }
    socket.on('data', (text: unknown) => this.#receive(connection, String(text)))
    socket.on('error', () => {})
    socket.once('close', () => {
      this.#open--
      if (connection.sentAt !== null) this.#result.broken++
      const index = this.#idle.indexOf(connection)
      if (index >= 0) this.#idle.splice(index, 1)
    })
    this.#send(connection)
  }

  /**
   * Latency counts from now, not from when the request was due: a late sender is not the server's
   * fault.
   */
  #send(connection: Connection): void {
    const { requests } = this.#options
    connection.sentAt = performance.now()
    connection.socket.write(requests[this.#nextRequest++ % requests.length] ?? '', 'latin1')
  }

  #receive(connection: Connection, text: string): void {
    connection.received += text
    const { received, sentAt } = connection
    const headerLength = received.indexOf(HEADER_END)
    if (headerLength < 0 || sentAt === null) return
    const header = received.slice(0, headerLength)
    const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(header)?.[1] ?? 0)
    if (received.length < headerLength + HEADER_END.length + bodyLength) return
    this.#record(received.slice(9, 12), header, sentAt)
    connection.received = ''
    connection.sentAt = null
    if (this.#options.rate === null && performance.now() < this.#endsAt) this.#send(connection)
    else this.#idle.push(connection)
  }

  #record(status: string, header: string, sentAt: number): void {
    const rampUpEndsAt = this.#startedAt + (this.#options.rampUpSeconds ?? 0) * 1_000
    const { latencies, rampUpLatencies } = this.#result
    const target = sentAt < rampUpEndsAt ? rampUpLatencies : latencies
    target[status] ??= []
    target[status].push(performance.now() - sentAt)
    if (status === '503' && !/\r\nretry-after: \d/i.test(header)) this.#result.withoutRetryAfter++
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
