import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isBusy } from './lane.ts'

/** An idle one takes some 10 KB. */
const MOST = 10_000
/** What else has a file open: the database's connections, pictures, the program itself. */
const OTHER_FILES = 500

/**
 * Bounds how many connections there are at once. Beyond that whoever comes takes the place of the one that was longest without a
 * request that is being worked on, so that idle and slow ones lock nobody out.
 */
export function boundConnections(servers: readonly Server[], most = mostConnections()): void {
  /** The latest answer on each, the one longest without a new request first. */
  const sockets = new Map<Socket, ServerResponse | null>()

  function connected(socket: Socket) {
    if (sockets.size >= most) makeRoom()
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  }
  function asked({ socket }: IncomingMessage, res: ServerResponse) {
    sockets.delete(socket)
    sockets.set(socket, res)
  }
  for (const server of servers) server.on('connection', connected).prependListener('request', asked)

  function makeRoom() {
    for (const [socket, res] of sockets) {
      if (res && isBusy(res)) continue
      sockets.delete(socket)
      return void socket.destroy()
    }
  }
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
