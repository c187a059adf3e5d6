import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { limitConnections } from '#api/limits/overload/connections.ts'
import type { Settings } from '#api/settings/settings.ts'
import { createHttpServer } from './server.ts'

const BETWEEN_LOOKS = 50
/** Connections that wait to be taken: one that finds no room is tried again by its system after seconds. The system may allow fewer. */
const BACKLOG = 4_096
/**
 * Node takes one connection from each queue in a turn of its loop, and under overload turns are long, so there are many queues.
 * Workers have none: the process that started them takes their connections, and has little else to do.
 */
const QUEUES = 16
const HAS_QUEUES = process.platform === 'linux' && !cluster.isWorker

export interface Listening {
  /** Takes no more connections, answers the requests that are under way, and resolves when the last one is answered. */
  close(): Promise<void>
  /** Breaks off every connection. */
  breakOff(): void
}

/**
 * Answers on the port of the settings; `localhost` means both of its addresses.
 * @throws OperatorError when the port or the host cannot be had
 */
export async function listen(
  app: RequestListener,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<Listening> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers: Server[] = []
  const open = async (at: string, reusePort: boolean) => {
    const server = createHttpServer(app)
    if (await bind(server, { host: at, port, reusePort })) servers.push(server)
  }
  try {
    for (const each of hosts) await open(each, false)
    if (HAS_QUEUES) {
      // By itself each of them lets others have the same port, so it was theirs alone for a moment first.
      await Promise.all(servers.splice(0).map(close))
      await Promise.all(
        hosts.flatMap((each) => Array.from({ length: QUEUES }, () => open(each, true))),
      )
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  limitConnections(servers)
  return {
    close: async () => void (await Promise.all(servers.map(close))),
    breakOff() {
      for (const server of servers) server.closeAllConnections()
    },
  }
}

/** @returns false on a machine without IPv6, where 127.0.0.1 is all of localhost */
function bind(
  server: Server,
  { host, port, reusePort }: { host: string; port: number; reusePort: boolean },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else if (code === 'EADDRINUSE')
        reject(
          new OperatorError(
            `Port ${port} is in use: stop what uses it, or set PORT to another one.`,
          ),
        )
      else if (code === 'EACCES')
        reject(
          new OperatorError(
            `Port ${port} needs more rights than this user has: set PORT to one above 1023.`,
          ),
        )
      else
        reject(
          new OperatorError(
            `HOST ${host} with PORT ${port} cannot be listened on: ${messageOf(error)}.`,
          ),
        )
    })
    server.listen({ port, host, reusePort, backlog: BACKLOG }, () => resolve(true))
  })
}

function close(server: Server): Promise<void> {
  // A connection that is kept alive becomes idle only after its answer, so one look is not enough.
  const look = setInterval(() => server.closeIdleConnections(), BETWEEN_LOOKS)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(look)
      resolve()
    })
  })
}
