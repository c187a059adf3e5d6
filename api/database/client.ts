import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { InstrumentedPool } from '#api/telemetry/pool.ts'
import { Connection } from './connection.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

/** Runs a statement written by hand and gives its rows, without the detour of Prisma's engine, which takes longer than many a statement. */
export type Rows = <Row>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

/** Whoever writes statements by hand outside a transaction asks `rows`. JSON comes parsed, numbers beyond 32 bits as texts. */
export type Database = PrismaClient & { readonly rows: Rows }

/** How long a statement may wait for a connection, and then for its answer, in milliseconds, before it fails. */
const PATIENCE = { connection: 5_000, answer: 10_000 }
/** How many of Prisma's statements have a name: each connection keeps the plan of every one. All that are written by hand have one. */
const MOST_NAMED = 200
/** What Prisma writes for a list, another text for each length: rows to insert, values to find. */
const OF_A_LIST = /\bVALUES \(.*\), \(\$|\bIN \(\$\d+,/s

/**
 * A client with its own pool of connections; nothing is connected before the first statement.
 * @param way a URL alone leads straight to the database
 */
export function createDatabase(
  way: ConnectionTarget | string,
  maxConnections = 10,
  patience = PATIENCE,
): Database {
  const at = typeof way === 'string' ? { url: way, pooled: false } : way
  const pool = new InstrumentedPool({
    Client: class extends Connection {
      constructor(config?: pg.ClientConfig) {
        super(config, at, patience.answer)
      }
    },
    max: maxConnections,
    connectionTimeoutMillis: patience.connection,
  })
  pool.on('release', (_error, client) => {
    if (client instanceof Connection && !client.isReusable) void client.end()
  })
  // One that is lost while it rests is replaced when it is needed.
  pool.on('error', () => {})
  return new PooledClient(pool, statementNames(at))
}

/** Prisma's client on a pool that it shares with statements written by hand. */
class PooledClient extends PrismaClient {
  readonly rows: Rows
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool, nameOf: StatementNames) {
    super({
      // Longer messages repeat what was to be written, passwords and all.
      errorFormat: 'minimal',
      adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf.generated(sql) }),
    })
    this.#pool = pool
    this.rows = async (strings, ...parts) => {
      const { text, values } = Prisma.sql(strings, ...parts)
      return (await pool.query({ name: nameOf.written(text), text, values })).rows
    }
  }

  /** Ends the pool as well, which Prisma leaves open where it has sent no statement itself. */
  override async $disconnect(): Promise<void> {
    await super.$disconnect()
    if (!this.#pool.ending) await this.#pool.end()
  }
}

interface StatementNames {
  /** For a statement written by hand, of which there are as many as in the code: values are parameters, page sizes and lists too. */
  written(sql: string): string
  /** For one of Prisma's; empty for those that would use names up. */
  generated(sql: string): string
}

/**
 * Names for statements, so that PostgreSQL parses and plans each of them once for a connection. All are empty where the next
 * transaction may have another connection.
 */
function statementNames(way: ConnectionTarget): StatementNames {
  const names = new Map<string, string>()
  let generated = 0
  const named = (sql: string) => {
    const name = `good_vibes_${names.size}`
    names.set(sql, name)
    return name
  }
  return {
    written: (sql) => (way.pooled ? '' : (names.get(sql) ?? named(sql))),
    generated(sql) {
      if (way.pooled) return ''
      const known = names.get(sql)
      if (known !== undefined || generated >= MOST_NAMED || OF_A_LIST.test(sql)) return known ?? ''
      generated++
      return named(sql)
    },
  }
}

/**
 * PostgreSQL has 100 connections by default. All processes together leave some to the operator, and one to each
 * process for LISTEN.
 */
export function connectionsPerProcess(workers: number): number {
  return Math.min(10, Math.max(2, Math.floor(80 / workers) - 1))
}
