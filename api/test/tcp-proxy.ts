import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be spoilt. */
export interface TcpProxy {
  /** The server's URL, by this way. */
  url: string
  /** Passes on everything, each piece after so many milliseconds. */
  pass(delay?: number): void
  /** Resets all connections, and new ones as they come. */
  cut(): void
  /** Resolves with the next connection that is reset as it comes. */
  refused(): Promise<unknown>
  /** Takes everything and passes on nothing: what is sent now never arrives. */
  silence(): void
  /** Leads new connections to another server, and keeps those that there are. */
  leadTo(target: string): void
  close(): void
}

/** @param target the URL of a server */
export async function tcpProxy(target: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let mode: 'passing' | 'cut' | 'silent' = 'passing'
  let wait = 0

  function join(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (mode === 'silent') return
      if (wait === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), wait)
    })
    from.on('error', () => {})
    from.once('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  function breakOff() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server = createServer((socket) => {
    if (mode === 'cut') return socket.resetAndDestroy()
    const onward = connect(Number(port), hostname)
    join(socket, onward)
    join(onward, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(target), {
      host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    }).href,
    pass(delay = 0) {
      mode = 'passing'
      wait = delay
    },
    cut() {
      mode = 'cut'
      breakOff()
    },
    refused: () => once(server, 'connection'),
    silence() {
      mode = 'silent'
    },
    leadTo(other) {
      ;({ hostname, port } = new URL(other))
    },
    close() {
      server.close()
      breakOff()
    },
  }
}
