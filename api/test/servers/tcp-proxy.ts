import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy that simulates network faults. */
export interface TcpProxy {
  /** The server's URL through the proxy. */
  url: string
  /** Forwards all data, each chunk after a delay in milliseconds. */
  forward(delayMs?: number): void
  /** Resets all connections, also new ones. */
  disconnect(): void
  /** Resolves at the next connection attempt. */
  nextConnection(): Promise<unknown>
  /** Accepts connections and discards all data. */
  blackhole(): void
  /** Sends new connections to another server, and keeps the existing ones. */
  redirectTo(target: string): void
  close(): void
}

/** @param target the URL of a server */
export async function tcpProxy(target: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let mode: 'forward' | 'disconnect' | 'blackhole' = 'forward'
  let delay = 0

  function pipe(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (mode === 'blackhole') return
      if (delay === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), delay)
    })
    from.on('error', () => {})
    from.once('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  function resetAll() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server = createServer((socket) => {
    if (mode === 'disconnect') return socket.resetAndDestroy()
    const upstream = connect(Number(port), hostname)
    pipe(socket, upstream)
    pipe(upstream, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(target), {
      host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    }).href,
    forward(delayMs = 0) {
      mode = 'forward'
      delay = delayMs
    },
    disconnect() {
      mode = 'disconnect'
      resetAll()
    },
    nextConnection: () => once(server, 'connection'),
    blackhole() {
      mode = 'blackhole'
    },
    redirectTo(other) {
      ;({ hostname, port } = new URL(other))
    },
    close() {
      server.close()
      resetAll()
    },
  }
}
