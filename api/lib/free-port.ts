import { createServer } from 'node:net'

/** Systems give ports above these to `listen(0)` and to outgoing connections. */
const FIRST_PORT = 10_000
const PORTS_PER_PROCESS = 100
const PROCESSES = 200

/** Processes with neighbouring ids take different ports. */
const firstPort = FIRST_PORT + (process.pid % PROCESSES) * PORTS_PER_PROCESS
let returned = 0

/** A TCP port of the loopback interface that nothing uses, and that nothing else will take. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORTS_PER_PROCESS; attempt++) {
    const port = firstPort + (returned++ % PORTS_PER_PROCESS)
    if (await isFree(port)) return port
  }
  throw new Error(`No port is free from ${firstPort} on.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
