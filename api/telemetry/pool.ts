import pg from 'pg'
import { Gauge } from 'prom-client'
import { processMetrics } from './registry.ts'
import { bindContext } from './request-context.ts'

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

const pools = new Set<pg.Pool>()

new Gauge({
  name: 'database_pool_connections',
  help: 'Open database connections, by state (used or idle).',
  labelNames: ['state'],
  registers: [processMetrics],
  collect() {
    const all = sum(({ totalCount }) => totalCount)
    const idle = sum(({ idleCount }) => idleCount)
    this.set({ state: 'used' }, all - idle)
    this.set({ state: 'idle' }, idle)
  },
})
new Gauge({
  name: 'database_pool_waiting',
  help: 'Statements and transactions waiting for a connection.',
  registers: [processMetrics],
  collect() {
    this.set(sum(({ waitingCount }) => waitingCount))
  },
})

/** A connection pool that the metrics include until it ends. */
export class InstrumentedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config)
    pools.add(this)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  // The pool calls back in the context of the request that released the connection.
  override connect(callback?: ConnectCallback) {
    return callback ? super.connect(bindContext(callback)) : super.connect()
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void) {
    pools.delete(this)
    return callback ? super.end(callback) : super.end()
  }
}

function sum(count: (pool: pg.Pool) => number): number {
  let all = 0
  for (const pool of pools) all += count(pool)
  return all
}
