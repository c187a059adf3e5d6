import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasResponded } from './in-flight.ts'

/** An idle connection takes some 25 KB. */
const MAX_CONNECTIONS = 10_000
/** Reserved for the database's connections, media files and the program itself. */
const OTHER_OPEN_FILES = 500
/** Evicting several connections at once saves sorting them for each new one. */
const EVICTED_PERCENT = 1
/** Browsers do not pipeline, and programs that do wait for responses. */
const MAX_UNFINISHED_RESPONSES = 16
/** Of a connection. Node holds as much of a body before it stops to read the connection. */
const MAX_WAITING_BYTES = 64 * 1024

/** What Node's parser gets for a request that upgrades its connection. */
const UPGRADE = 2

const unfinished = Symbol('unfinished responses of a connection')
const lastUsedAt = Symbol('time of the latest request, or of the connection itself')
const isRejected = Symbol('whether a response is a rejection that waits')

interface Connection extends Socket {
  [unfinished]?: Set<ServerResponse>
  [lastUsedAt]?: number
  /** Node's parser, which calls this for each request. */
  parser?: { onIncoming?: () => number } | null
}
interface Response extends ServerResponse {
  [isRejected]?: boolean
}

/**
 * Records the unfinished responses of each connection, and closes one that has too many: a client
 * that pipelines sends requests faster than they can be handled. A pipelined request waits for the
 * response before it, so that one connection does one request a turn of the event loop.
 */
export function trackConnections(app: RequestListener): RequestListener {
  return (req, res) => {
    const connection: Connection = req.socket
    const responses = connection[unfinished] ?? new Set()
    connection[unfinished] = responses
    const [first, ...waiting] = responses
    if (responses.size >= MAX_UNFINISHED_RESPONSES || haveTooMuch(waiting, req))
      return endPipeline(connection)
    responses.add(res)
    res.once('close', () => responses.delete(res))
    connection[lastUsedAt] = performance.now()
    const before = waiting.at(-1) ?? first
    if (!before) return app(req, res)
    before.once('close', () => setImmediate(() => connection.destroyed || app(req, res)))
  }
}

/** Whether the bodies of requests that wait take too much memory together with one more. */
function haveTooMuch(waiting: readonly ServerResponse[], next: IncomingMessage): boolean {
  const bytes = waiting.reduce((sum, { req }) => sum + heldBytes(req), 0)
  return bytes > 0 && bytes + heldBytes(next) > MAX_WAITING_BYTES
}

function heldBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_WAITING_BYTES
  return Math.min(Number(headers['content-length'] ?? 0), MAX_WAITING_BYTES)
}

function endPipeline(connection: Connection): void {
  // Node parses all of a chunk at once. 1,500 small requests would take 3 MB and several
  // milliseconds. After an upgrade, the rest is not HTTP.
  // biome-ignore lint/plugin: Node has no hook between the requests of a chunk
  if (connection.parser) connection.parser.onIncoming = () => UPGRADE
  // Node ends each of these requests with an error. The stacks would take a third of the time.
  const { stackTraceLimit } = Error
  connection.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0
  })
  connection.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit
  })
  connection.destroy()
}

/** In the order of their requests. Node sends them in that order. */
export function unfinishedResponsesOf(socket: Connection): readonly ServerResponse[] {
  return [...(socket[unfinished] ?? [])]
}

/** Makes a connection evictable while its rejected request waits for the delayed response. */
export function releaseSlot(res: Response): void {
  res[isRejected] = true
}

/**
 * Limits concurrent connections. At the limit, a new connection evicts the least recently used ones
 * without a request in flight, so that idle and slow clients cannot lock others out.
 * @returns the open connections
 */
export function limitConnections(
  servers: readonly Server[],
  maxConnections = defaultMaxConnections(),
): ReadonlySet<Socket> {
  const connections = new Set<Connection>()

  function onConnection(connection: Connection) {
    if (connections.size >= maxConnections) evict()
    connection[lastUsedAt] = performance.now()
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  }
  function evict() {
    const unused = [...connections].filter((each) => !unfinishedResponsesOf(each).some(isInFlight))
    unused.sort((a, b) => (a[lastUsedAt] ?? 0) - (b[lastUsedAt] ?? 0))
    for (const each of unused.slice(0, Math.ceil((maxConnections * EVICTED_PERCENT) / 100))) {
      connections.delete(each)
      each.destroy()
    }
  }
  for (const server of servers) server.on('connection', onConnection)
  return connections
}

function isInFlight(res: Response): boolean {
  return res.req.complete && !hasResponded(res) && !res[isRejected]
}

/** Stays below the process's limit of open files, where the system reports one. */
function defaultMaxConnections(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    if (!limit) return MAX_CONNECTIONS
    return Math.max(100, Math.min(MAX_CONNECTIONS, Number(limit) - OTHER_OPEN_FILES))
  } catch {
    return MAX_CONNECTIONS
  }
}
