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

const latest = Symbol('latest response on a connection')
const lastUsedAt = Symbol('time of the latest request, or of the connection itself')

interface Connection extends Socket {
  [latest]?: ServerResponse | undefined
  [lastUsedAt]?: number
}

/** Records the latest request and response of each connection. */
export function trackConnections(app: RequestListener): RequestListener {
  return (req, res) => {
    const connection = req.socket as Connection
    connection[latest] = res
    connection[lastUsedAt] = performance.now()
    app(req, res)
  }
}

/** Undefined before the first request. */
export function latestResponseOn(socket: Socket): ServerResponse | undefined {
  return (socket as Connection)[latest]
}

/** Makes a connection evictable while its rejected request waits for the delayed response. */
export function releaseSlot({ socket }: IncomingMessage): void {
  const connection: Connection = socket
  connection[latest] = undefined
}

/**
 * Limits concurrent connections. At the limit, a new connection evicts the least recently used ones
 * without a request in flight, so that idle and slow clients cannot lock others out.
 */
export function limitConnections(
  servers: readonly Server[],
  maxConnections = defaultMaxConnections(),
): void {
  const connections = new Set<Connection>()

  function onConnection(connection: Connection) {
    if (connections.size >= maxConnections) evict()
    connection[lastUsedAt] = performance.now()
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  }
  function evict() {
    const unused = [...connections].filter((each) => !isInFlight(each[latest]))
    unused.sort((a, b) => (a[lastUsedAt] ?? 0) - (b[lastUsedAt] ?? 0))
    for (const each of unused.slice(0, Math.ceil((maxConnections * EVICTED_PERCENT) / 100))) {
      connections.delete(each)
      each.destroy()
    }
  }
  for (const server of servers) server.on('connection', onConnection)
}

function isInFlight(res: ServerResponse | undefined): boolean {
  if (!res) return false
  return res.req.complete && !hasResponded(res)
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
