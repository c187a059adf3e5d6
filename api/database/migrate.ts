import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { messageOf, OperatorError } from '../operator-error.ts'

/** The advisory lock that `prisma migrate` takes as well, so that two starts do not migrate at once. */
export const PRISMA_LOCK = 72707369

/** Prisma's own table, so that `prisma migrate status` and `deploy` agree with what is done here. */
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

export interface AppliedMigration {
  name: string
  /** As Prisma has it: SHA-256 of the file, hexadecimal. */
  checksum: string
}

export interface Migration extends AppliedMigration {
  sql: string
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
    await prepareLedger(client)
    const waiting = migrationsAfter((await readLedger(client)) ?? [])
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  })
}

/**
 * Whether the database has every migration of this version. Changes nothing: a restore wants a database without tables.
 * @throws OperatorError when it was migrated by a newer version of the product
 */
export function isMigrated(url: string): Promise<boolean> {
  return alone(url, async (client) => migrationsAfter((await readLedger(client)) ?? []).length === 0)
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

/** Makes the list of migrations where there is none. */
export async function prepareLedger(client: pg.Client): Promise<void> {
  await client.query(LEDGER)
}

/**
 * The migrations that a database has, oldest first; null where there is no list of them. Changes nothing.
 * @throws OperatorError when one has failed half way
 */
export async function readLedger(client: pg.Client): Promise<AppliedMigration[] | null> {
  const { rows: found } = await client.query<{ ledger: string | null }>(`SELECT to_regclass('"_prisma_migrations"') AS ledger`)
  if (!found[0]?.ledger) return null
  const { rows } = await client.query<AppliedMigration & { finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM "_prisma_migrations"
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const failed = rows.find((row) => !row.finished)
  if (failed) throw new OperatorError(`Migration ${failed.name} failed earlier: repair the database, then run "prisma migrate resolve".`)
  return rows.map(({ name, checksum }) => ({ name, checksum }))
}

/**
 * Of this version's migrations those that a database with others lacks.
 * @throws OperatorError when it was migrated by a newer version of the product
 */
export function migrationsAfter(applied: readonly AppliedMigration[]): Migration[] {
  const known = readMigrations()
  const unknown = applied.find(({ name }) => !known.some((each) => each.name === name))
  if (unknown) throw new OperatorError(`The database has migration ${unknown.name}, which this version does not know; start a newer one.`)
  return known.filter(({ name }) => !applied.some((each) => each.name === name))
}

async function apply(client: pg.Client, migration: Migration) {
  await client.query('BEGIN')
  try {
    await applyWithin(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new OperatorError(`Migration ${migration.name} failed and changed nothing: ${messageOf(error)}.`, { cause: error })
  }
}

/** Applies a migration in the caller's transaction. */
export async function applyWithin(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, clock_timestamp(), 1)',
    [randomUUID(), checksum, name],
  )
}
