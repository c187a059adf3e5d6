import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { InstrumentedPool } from '#api/telemetry/pool.ts'
import { Connection, type Timeouts } from './connection.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { retryOnDeadlock } from './deadlock.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

/** Runs raw SQL and returns its rows. Bypasses Prisma's engine, which is slower. */
export type QueryRows = <Row>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

export type Database = PrismaClient & {
  /**
   * For raw SQL outside a transaction. Parses JSON; returns numbers beyond 32 bits as strings. Runs
   * again after a deadlock.
   */
  readonly rows: QueryRows
}

/** For reads that may run on a replica. */
export type QueryClient = Pick<Database, 'rows'>

const TIMEOUTS: Timeouts = { connectionMs: 5_000, statementMs: 10_000 }
/** As many transactions as load shedding admits may wait for ten connections. */
const MAX_TRANSACTION_WAIT_MS = 10_000
/** The limit for Prisma's statements, because each connection keeps the plan of every name. */
const MAX_NAMED_STATEMENTS = 200
/** Prisma generates another text for each length of a list. */
const HAS_LIST = /\bVALUES \(.*\), \(\$|\bIN \(\$\d+,/s

/**
 * A client with its own connection pool, which connects on the first statement.
 * @param target a URL means a direct connection without a pooler
 * @param timeouts read for each statement, so that tests can shorten them during an outage
 */
export function createDatabase(
  target: ConnectionTarget | string,
  maxConnections = 10,
  timeouts: Readonly<Timeouts> = TIMEOUTS,
): Database {
  const resolved = typeof target === 'string' ? { url: target, pooled: false } : target
  const pool = new InstrumentedPool({
    Client: class extends Connection {
      constructor(config?: pg.ClientConfig) {
        super(config, resolved, timeouts)
      }
    },
    max: maxConnections,
  })
  Object.defineProperty(pool.options, 'connectionTimeoutMillis', {
    get: () => timeouts.connectionMs,
    enumerable: true,
  })
  pool.on('release', (_error, client) => {
    if (client instanceof Connection && !client.isReusable) void client.end()
  })
  // The pool replaces an idle connection that is lost.
  pool.on('error', () => {})
  return new PooledClient(pool, statementNames(resolved))
}

/** Prisma's client, on a pool that it shares with raw SQL. */
class PooledClient extends PrismaClient {
  readonly rows: QueryRows
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool, nameOf: StatementNames) {
    super({
      // Longer messages repeat the written values, passwords included.
      errorFormat: 'minimal',
      transactionOptions: { maxWait: MAX_TRANSACTION_WAIT_MS },
      adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf.prisma(sql) }),
    })
    this.#pool = pool
    this.rows = async (strings, ...parts) => {
      const { text, values } = Prisma.sql(strings, ...parts)
      const query = { name: nameOf.raw(text), text, values }
      // A statement alone is atomic, so it can run again.
      return (await retryOnDeadlock(() => pool.query(query))).rows
    }
  }

  /** Also ends the pool, which Prisma leaves open if it has sent no statement itself. */
  override async $disconnect(): Promise<void> {
    await super.$disconnect()
    if (!this.#pool.ending) await this.#pool.end()
  }
}

interface StatementNames {
  /** For raw SQL: every value is a parameter, so the code limits the number of texts. */
  raw(sql: string): string
  /** For Prisma's statements; empty for a list, and beyond the maximum number of names. */
  prisma(sql: string): string
}

/**
 * Names of prepared statements, which PostgreSQL parses and plans once for each connection.
 * Through a pooler all names are empty, because each transaction may use another connection.
 */
function statementNames(target: ConnectionTarget): StatementNames {
  const names = new Map<string, string>()
  let prismaCount = 0
  const addName = (sql: string) => {
    const name = `good_vibes_${names.size}`
    names.set(sql, name)
    return name
  }
  return {
    raw: (sql) => (target.pooled ? '' : (names.get(sql) ?? addName(sql))),
    prisma(sql) {
      if (target.pooled) return ''
      const name = names.get(sql)
      if (name !== undefined) return name
      if (prismaCount >= MAX_NAMED_STATEMENTS || HAS_LIST.test(sql)) return ''
      prismaCount++
      return addName(sql)
    },
  }
}

/** Shares 80 of PostgreSQL's default of 100 connections; each process uses one for LISTEN. */
export function connectionsPerProcess(workers: number): number {
  return Math.min(10, Math.max(2, Math.floor(80 / workers) - 1))
}
