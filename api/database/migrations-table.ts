import { hash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'

/** Prisma's own table, so that `prisma migrate status` and `deploy` work as well. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

export interface AppliedMigration {
  name: string
  /** SHA-256 of the file, hexadecimal, as Prisma stores it. */
  checksum: string
}

/** A row of the table. */
export interface StoredMigration extends AppliedMigration {
  /** How many statements of online.sql are done. */
  steps: number
}

export interface Migration extends AppliedMigration {
  sql: string
  /** The statements of online.sql: see online-steps.ts. */
  online: readonly string[]
}

/** The migrations of this version, oldest first. */
export function readMigrations(): Migration[] {
  const folder = path.join(import.meta.dirname, 'migrations')
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      const checksum = hash('sha256', sql, 'hex')
      return { name, sql, checksum, online: readOnlineSteps(path.join(folder, name, 'online.sql')) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readOnlineSteps(file: string): string[] {
  if (!existsSync(file)) return []
  const statements = readFileSync(file, 'utf8').split(/;$/m)
  return statements.map((each) => each.trim()).filter((each) => each !== '')
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(CREATE_TABLE)
}

/**
 * The migrations that a database has, oldest first; null without a migrations table. Read-only.
 * @throws OperatorError when a migration has failed halfway
 */
export async function readAppliedMigrations(client: pg.Client): Promise<StoredMigration[] | null> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('"_prisma_migrations"') AS name`,
  )
  if (!tables[0]?.name) return null
  const { rows } = await client.query<StoredMigration & { finished: boolean }>(
    // The first step is the migration itself.
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
       greatest(applied_steps_count, 1) - 1 AS steps
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const failed = rows.find((row) => !row.finished)
  if (failed)
    throw new OperatorError(
      `Migration ${failed.name} failed earlier: repair the database, then run "prisma migrate resolve".`,
    )
  return rows
}

/**
 * Applies a migration in the caller's transaction.
 * @throws OperatorError when it fails
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    throw new OperatorError(
      `Migration ${migration.name} failed and changed nothing: ${messageOf(error)}.`,
      { cause: error },
    )
  }
  await recordMigration(client, migration)
}

/** Records a migration as applied. */
export async function recordMigration(
  client: pg.Client,
  { name, checksum }: AppliedMigration,
): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations"
       (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
