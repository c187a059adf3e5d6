import type { RequestListener, Server } from 'node:http'
import { codeOf, messageOf, OperatorError } from '../operator-error.ts'
import { boundConnections } from '../overload/connections.ts'
import type { Settings } from '../settings.ts'
import { createHttpServer } from './server.ts'

const BETWEEN_LOOKS = 50

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
export async function listen(app: RequestListener, { host, port }: Settings): Promise<Listening> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers: Server[] = []
  try {
    for (const each of hosts) {
      const server = createHttpServer(app)
      if (await bind(server, each, port)) servers.push(server)
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  boundConnections(servers)
  return {
    close: async () => void (await Promise.all(servers.map(close))),
    breakOff() {
      for (const server of servers) server.closeAllConnections()
    },
  }
}

/** @returns false on a machine without IPv6, where 127.0.0.1 is all of localhost */
function bind(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else if (code === 'EADDRINUSE') reject(new OperatorError(`Port ${port} is in use: stop what uses it, or set PORT to another one.`))
      else if (code === 'EACCES')
        reject(new OperatorError(`Port ${port} needs more rights than this user has: set PORT to one above 1023.`))
      else reject(new OperatorError(`HOST ${host} with PORT ${port} cannot be listened on: ${messageOf(error)}.`))
    })
    server.listen(port, host, () => resolve(true))
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
