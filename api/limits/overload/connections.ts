import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasResponded } from './in-flight.ts'

/** An idle one takes some 25 KB. */
const MOST = 10_000
/** What else has a file open: the database's connections, pictures, the program itself. */
const OTHER_FILES = 500
/** How many of a hundred make room at once, so that it is not to be looked for with each. */
const MAKE_ROOM = 1

const latest = Symbol('the latest answer on a connection')
const since = Symbol('when it was asked for, or the connection was made')

interface Connection extends Socket {
  [latest]?: ServerResponse | undefined
  [since]?: number
}

/** Notes on a connection what it is used for. */
export function trackConnections(app: RequestListener): RequestListener {
  return (req, res) => {
    const connection = req.socket as Connection
    connection[latest] = res
    connection[since] = performance.now()
    app(req, res)
  }
}

/** Undefined before the first request. */
export function latestResponseOn(socket: Socket): ServerResponse | undefined {
  return (socket as Connection)[latest]
}

/** What was refused keeps no place: whoever comes may take it before the refusal is sent. */
export function releaseSlot({ socket }: IncomingMessage): void {
  const connection: Connection = socket
  connection[latest] = undefined
}

/**
 * Bounds how many connections there are at once. Beyond that whoever comes takes the place of one that was longest without a
 * request that is being worked on, so that idle and slow ones lock nobody out.
 */
export function limitConnections(servers: readonly Server[], most = mostConnections()): void {
  const connections = new Set<Connection>()

  function connected(connection: Connection) {
    if (connections.size >= most) makeRoom()
    connection[since] = performance.now()
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  }
  function makeRoom() {
    const unused = [...connections].filter((each) => !isInFlight(each[latest]))
    unused.sort((a, b) => (a[since] ?? 0) - (b[since] ?? 0))
    for (const each of unused.slice(0, Math.ceil((most * MAKE_ROOM) / 100))) {
      connections.delete(each)
      each.destroy()
    }
  }
  for (const server of servers) server.on('connection', connected)
}

function isInFlight(res: ServerResponse | undefined): boolean {
  if (!res) return false
  return res.req.complete && !hasResponded(res)
}

/** Fewer than the system lets this process have files open, where it says so. */
function mostConnections(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit ? Math.max(100, Math.min(MOST, Number(limit) - OTHER_FILES)) : MOST
  } catch {
    return MOST
  }
}
