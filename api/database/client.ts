import { PrismaPg } from '@prisma/adapter-pg'
import { createWatchedPool } from '../watch/pool.ts'
import { answerInTime } from './answer-in-time.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'
import { clientOn, type Way } from './way.ts'

/** Runs a statement written by hand and gives its rows, without the detour of Prisma's engine, which takes longer than many a statement. */
export type Rows = <Row>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

/** Whoever writes statements by hand outside a transaction asks `rows`. JSON comes parsed, numbers beyond 32 bits as texts. */
export type Database = PrismaClient & { readonly rows: Rows }

/** How long a statement may wait for a connection, and then for its answer, in milliseconds, before it fails. */
const PATIENCE = { connection: 5_000, answer: 10_000 }
/** Each connection keeps the plan of every statement that has a name. */
const MOST_NAMED = 200

/**
 * A client with its own pool of connections; nothing is connected before the first statement.
 * @param way a URL alone leads straight to the database
 */
export function createDatabase(way: Way | string, maxConnections = 10, patience = PATIENCE): Database {
  const at = typeof way === 'string' ? { url: way, pooled: false } : way
  const pool = createWatchedPool({
    Client: clientOn(at, patience.answer),
    max: maxConnections,
    connectionTimeoutMillis: patience.connection,
  })
  answerInTime(pool, at, patience.answer)
  // A connection whose transaction never came to its end, because it fell silent, is of no use to the next one.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== 'I') void client.end()
  })
  // One that is lost while it rests is replaced when it is needed.
  pool.on('error', () => {})
  const nameOf = statementNames(at)
  const client = new PrismaClient({
    // Longer messages repeat what was to be written, passwords and all.
    errorFormat: 'minimal',
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }),
  })
  const rows: Rows = async (strings, ...parts) => {
    const { text, values } = Prisma.sql(strings, ...parts)
    return (await pool.query({ name: nameOf(text), text, values })).rows
  }
  const disconnect = client.$disconnect.bind(client)
  return Object.assign(client, {
    rows,
    async $disconnect() {
      await disconnect()
      if (!pool.ending) await pool.end()
    },
  })
}

/**
 * Names for the statements that come first, so that PostgreSQL reads and plans each of them once for a connection. There are none
 * where the next transaction may have another connection.
 */
function statementNames(way: Way): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    if (way.pooled) return ''
    const name = names.get(sql)
    if (name !== undefined || names.size >= MOST_NAMED) return name ?? ''
    const next = `good_vibes_${names.size}`
    names.set(sql, next)
    return next
  }
}
