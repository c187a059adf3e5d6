import { createServer } from 'node:net'

/** Systems give ports above these to `listen(0)` and to outgoing connections. */
const FIRST_PORTS = { tools: 10_000, database: 20_000 }
const PORTS_PER_PROCESS = 100
const PROCESSES = 100

/** Workers of a test run differ; the ids of other processes mostly do. */
const worker = process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX
const slot = Number(worker ?? process.pid) % PROCESSES
let returned = 0

/**
 * A TCP port of the loopback interface that nothing uses, and that nothing else will take.
 * Databases of a product have ports of their own, because its tests choose ports long before they
 * use them.
 */
export async function freePort(use: keyof typeof FIRST_PORTS = 'tools'): Promise<number> {
  // Products inherit the variables of the worker that started them.
  const firstPort =
    FIRST_PORTS[use] + (use === 'tools' ? slot : process.pid % PROCESSES) * PORTS_PER_PROCESS
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
