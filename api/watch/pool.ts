import pg from 'pg'
import { Counter, Gauge, Histogram } from 'prom-client'
import { processMetrics } from './registry.ts'
import { codeOfFailure } from './trace.ts'
import { asNow, currentWork } from './work.ts'

type Connect = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void
type Query = (...args: unknown[]) => unknown

const pools = new Set<pg.Pool>()

const duration = new Histogram({
  name: 'database_statement_duration_seconds',
  help: 'How long statements took, from being sent to being answered.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [processMetrics],
})
const failures = new Counter({
  name: 'database_statement_failures_total',
  help: 'Statements that failed, refused ones among them.',
  registers: [processMetrics],
})
new Gauge({
  name: 'database_pool_connections',
  help: 'Connections to the database, by what they do.',
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
  help: 'Statements and transactions that wait for a connection.',
  registers: [processMetrics],
  collect() {
    this.set(sum(({ waitingCount }) => waitingCount))
  },
})

/** A pool of connections that notes what is asked of it. */
export function createWatchedPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const connect = pool.connect.bind(pool) as (callback?: Connect) => unknown
  const end = pool.end.bind(pool) as (callback?: () => void) => unknown
  pools.add(pool)
  pool.on('connect', watch)
  return Object.assign(pool, {
    // Whoever gets a connection after a wait goes on as part of the work that asked for it.
    connect: (callback?: Connect) => connect(callback && asNow(callback)),
    end(callback?: () => void) {
      pools.delete(pool)
      return end(callback)
    },
  })
}

function sum(count: (pool: pg.Pool) => number): number {
  let all = 0
  for (const pool of pools) all += count(pool)
  return all
}

/** Counts and times what a connection is sent. */
function watch(client: pg.PoolClient) {
  const query = client.query.bind(client) as Query
  const watched: Query = (...args) => {
    const work = currentWork()
    if (work) work.statements++
    const traced = work?.traced?.begin('statement', { text: textOf(args[0]) })
    const begun = performance.now()
    const ended = (error: unknown) => {
      duration.observe((performance.now() - begun) / 1000)
      if (error) failures.inc()
      traced?.end(codeOfFailure(error))
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        ended(error)
        callback(error, ...rest)
      })
    }
    const result = query(...args)
    // What is no promise is a cursor or a stream, whose end nobody tells here.
    if (result instanceof Promise) {
      result.then(
        () => ended(null),
        (error: unknown) => ended(error),
      )
    }
    return result
  }
  Object.assign(client, { query: watched })
}

/** A statement without its parameters. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
}
