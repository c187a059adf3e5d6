import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import { limitConnections } from '#api/admission/connections.ts'
import { UnsentBudget } from '#api/admission/unsent.ts'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { createHttpServer } from './server.ts'

const IDLE_CHECK_INTERVAL_MS = 50
/**
 * A client whose connection does not fit retries only after seconds. The system may allow fewer.
 */
const BACKLOG = 4_096
/**
 * Node accepts one connection per socket and turn of the event loop, so several sockets share the
 * port by SO_REUSEPORT. Workers get connections from the primary process.
 */
const SOCKETS_PER_HOST = 16
const REUSES_PORT = process.platform === 'linux' && !cluster.isWorker

export interface ListeningServer {
  /** Stops accepting connections, and resolves when all pending requests have a response. */
  close(): Promise<void>
  /** Closes every connection at once. */
  closeConnections(): void
}

/**
 * Listens on the host and port of the settings. `localhost` means 127.0.0.1 and ::1.
 * @throws OperatorError when the host or port is not available
 */
export async function listen(
  app: RequestListener,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<ListeningServer> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers: Server[] = []
  const open = async (at: string, reusePort: boolean) => {
    const server = createHttpServer(app)
    if (await bind(server, { host: at, port, reusePort })) servers.push(server)
  }
  try {
    for (const each of hosts) await open(each, false)
    if (REUSES_PORT) {
      // SO_REUSEPORT would share the port with another program, so bind it exclusively first.
      await Promise.all(servers.splice(0).map(close))
      await Promise.all(
        hosts.flatMap((each) => Array.from({ length: SOCKETS_PER_HOST }, () => open(each, true))),
      )
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  const stopWatching = new UnsentBudget(limitConnections(servers)).watch()
  return {
    async close() {
      await Promise.all(servers.map(close))
      stopWatching()
    },
    closeConnections() {
      for (const server of servers) server.closeAllConnections()
    },
  }
}

interface Binding {
  host: string
  port: number
  reusePort: boolean
}

/** @returns false for ::1 on a machine without IPv6 */
function bind(server: Server, { host, port, reusePort }: Binding): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else reject(new OperatorError(bindErrorMessage(error, host, port)))
    })
    server.listen({ port, host, reusePort, backlog: BACKLOG }, () => resolve(true))
  })
}

function bindErrorMessage(error: unknown, host: string, port: number): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what uses it, or set PORT to another one.`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: set PORT to one above 1023.`
  return `The server cannot listen on HOST ${host} and PORT ${port}: ${messageOf(error)}.`
}

function close(server: Server): Promise<void> {
  // A keep-alive connection becomes idle only after its response, so this runs repeatedly.
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(timer)
      resolve()
    })
  })
}
