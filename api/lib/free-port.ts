import { createServer } from 'node:net'

/** Systems give ports above these ranges to `listen(0)` and to outgoing connections. */
const FIRST_DATABASE_PORT = 20_000
export const PORTS_PER_PROCESS = 100
export const PROCESSES = 100

let returned = 0

/**
 * A TCP port of the loopback interface that nothing uses.
 * @param firstPort of a range that other processes mostly do not choose from; by default that of
 * the database of this process
 */
export async function freePort(
  firstPort = FIRST_DATABASE_PORT + (process.pid % PROCESSES) * PORTS_PER_PROCESS,
): Promise<number> {
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
