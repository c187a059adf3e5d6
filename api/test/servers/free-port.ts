import { freePort as freePortFrom, PORTS_PER_PROCESS, PROCESSES } from '#api/lib/free-port.ts'

const FIRST_PORT = 10_000
/** Workers of a test run differ; the ids of other processes mostly do. */
const worker = process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX
const slot = Number(worker ?? process.pid) % PROCESSES

/**
 * A TCP port for a test or tool. Databases of products have ports of their own, because tests
 * choose ports long before they use them.
 */
export const freePort = () => freePortFrom(FIRST_PORT + slot * PORTS_PER_PROCESS)
