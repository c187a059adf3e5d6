import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { messageOf, OperatorError } from '../operator-error.ts'

/** The advisory lock that `prisma migrate` takes as well, so that two starts do not migrate at once. */
const PRISMA_LOCK = 72707369

/** Prisma's own table, so that `prisma migrate status` and `deploy` agree with what is done here. */
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

export interface Migration {
  name: string
  sql: string
  /** As Prisma has it: SHA-256 of the file, hexadecimal. */
  checksum: string
}

/** The migrations of this version of the product, oldest first. */
export function readMigrations(): Migration[] {
  const folder = path.join(import.meta.dirname, 'migrations')
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Applies what the database lacks, each migration in a transaction of its own.
 * @returns the names of those applied
 * @throws OperatorError when one fails, or when the database was migrated by a newer version of the product
 */
export function migrate(url: string): Promise<string[]> {
  return alone(url, async (client) => {
    const waiting = await findWaiting(client)
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  })
}

/** Whether the database has every migration of this version, and no other. */
export function isMigrated(url: string): Promise<boolean> {
  return alone(url, async (client) => (await findWaiting(client)).length === 0)
}

async function alone<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function findWaiting(client: pg.Client): Promise<Migration[]> {
  await client.query(LEDGER)
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    'SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  )
  const failed = rows.find((row) => !row.finished)
  if (failed) throw new OperatorError(`Migration ${failed.name} failed earlier: repair the database, then run "prisma migrate resolve".`)
  const known = readMigrations()
  const unknown = rows.find((row) => !known.some(({ name }) => name === row.name))
  if (unknown) throw new OperatorError(`The database has migration ${unknown.name}, which this version does not know; start a newer one.`)
  return known.filter(({ name }) => !rows.some((row) => row.name === name))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration) {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, clock_timestamp(), 1)',
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new OperatorError(`Migration ${name} failed and changed nothing: ${messageOf(error)}.`, { cause: error })
  }
}
