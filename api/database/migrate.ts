import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { hasCode } from './error-chain.ts'
import { baselineFirstRelease, missingInFirstRelease, originOf } from './first-release.ts'
import {
  applyFunctions,
  type FunctionChanges,
  functionChanges,
  readFunctions,
} from './functions.ts'
import { withLongConnection } from './long-connection.ts'
import {
  type AppliedMigration,
  applyMigration,
  createMigrationsTable,
  type Migration,
  readAppliedMigrations,
  readMigrations,
} from './migrations-table.ts'
import { applyStep, missingSteps, type OnlineStep } from './online-steps.ts'

/** The advisory lock of `prisma migrate`, so that two starts do not migrate at once. */
export const PRISMA_LOCK = 72707369
const LOCK_POLL_MS = 100

/** Reads and writes wait for at most this long behind a migration that waits for a lock. */
const LOCK_TIMEOUT_MS = 500
const LOCK_PAUSE_MS = 1_000
const LOCK_TRIES = 600
/** A lock that is not available in time, and a deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01']

/** The steps that upgrade a database to this version. */
export interface Upgrade {
  /** The migrations that the database has. */
  applied: AppliedMigration[]
  /** Whether the database was made by version 0.1.0. */
  isFirstRelease: boolean
  migrations: Migration[]
  functions: FunctionChanges
  /** What runs afterwards, while others read and write. */
  steps: OnlineStep[]
}

/** The names of the applied migrations and functions. */
export interface MigrationResult {
  migrations: string[]
  functions: string[]
}

/**
 * Applies missing migrations, then changed functions, in one transaction, and then the steps that
 * take long.
 * @throws OperatorError when a step fails, or when this version cannot upgrade the database
 */
export function migrate(url: string): Promise<MigrationResult> {
  return withMigrationLock(url, async (client) => {
    const upgrade = await readUpgrade(client)
    if (!isUpToDate(upgrade)) await applyWithPatience(client, upgrade)
    for (const step of upgrade.steps) await applyStep(client, step)
    return {
      migrations: upgrade.migrations.map(({ name }) => name),
      functions: upgrade.functions.apply.map(({ name }) => name),
    }
  })
}

/**
 * Whether the database has every migration and function of this version.
 * Read-only, because a restore needs a database without tables.
 * @throws OperatorError when this version cannot upgrade the database
 */
export function isMigrated(url: string): Promise<boolean> {
  return withMigrationLock(url, async (client) => isUpToDate(await readUpgrade(client)))
}

/**
 * The steps that the database needs. Read-only.
 * @throws OperatorError when this version cannot upgrade the database
 */
export async function readUpgrade(client: pg.Client): Promise<Upgrade> {
  const applied = (await readAppliedMigrations(client)) ?? []
  const missing = missingMigrations(applied)
  return {
    applied,
    ...missing,
    functions: await functionChanges(client, readFunctions()),
    steps: missingSteps(applied, readMigrations()),
  }
}

function missingMigrations(
  applied: readonly AppliedMigration[],
): Pick<Upgrade, 'isFirstRelease' | 'migrations'> {
  const migrations = readMigrations()
  const has = (list: readonly AppliedMigration[], { name }: AppliedMigration) =>
    list.some((each) => each.name === name)
  switch (originOf(applied, migrations)) {
    case 'this version':
      return {
        isFirstRelease: false,
        migrations: migrations.filter((migration) => !has(applied, migration)),
      }
    case 'first release':
      return { isFirstRelease: true, migrations: missingInFirstRelease(migrations) }
    case 'older':
      throw new OperatorError(
        'This database was made by a version before 0.1.0. Start version 0.1.0 once, which upgrades it, then start this version.',
      )
    case 'newer': {
      const newest = applied.findLast((migration) => !has(migrations, migration))?.name
      throw new OperatorError(
        `The database has migration ${newest}, which this version does not know; start a newer one.`,
      )
    }
    case 'unknown':
      throw new OperatorError(
        'The migrations of this database are not those of version 0.1.0, the only one that this version upgrades.',
      )
  }
}

export function isUpToDate({ migrations, functions: { apply, drop }, steps }: Upgrade): boolean {
  return migrations.length + apply.length + drop.length + steps.length === 0
}

/** Repeats the transaction while others hold locks that it needs. */
async function applyWithPatience(client: pg.Client, upgrade: Upgrade, tries = LOCK_TRIES) {
  try {
    await apply(client, upgrade)
  } catch (error) {
    if (tries === 0 || !hasCode(error, LOCK_CONFLICTS)) throw error
    await setTimeout(LOCK_PAUSE_MS)
    await applyWithPatience(client, upgrade, tries - 1)
  }
}

/**
 * Takes the strongest lock on every table first, because raising a lock later can deadlock with
 * sessions that wait for a weaker one. The wait is short, because other sessions queue behind it.
 */
async function lockTables(client: pg.Client): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_MS}ms'`)
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = current_schema() ORDER BY tablename`,
  )
  const names = rows.map(({ name }) => name)
  await client.query(`LOCK TABLE ${names.join()} IN ACCESS EXCLUSIVE MODE`)
}

async function apply(client: pg.Client, { isFirstRelease, migrations }: Upgrade) {
  await createMigrationsTable(client)
  await client.query('BEGIN')
  try {
    await lockTables(client)
    if (isFirstRelease) await baselineFirstRelease(client, readMigrations())
    for (const migration of migrations) await applyMigration(client, migration)
    // Compare again: a migration may have dropped a function or created a stub for a trigger.
    await applyFunctions(client, await functionChanges(client, readFunctions()))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `The database could not be upgraded, and nothing has changed: ${messageOf(error)}.`,
      { cause: error },
    )
  }
}

function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withLongConnection(url, 'good-vibes migration', async (client) => {
    // Waiting in a statement would hold up CREATE INDEX CONCURRENTLY.
    while (!(await tryLock(client))) await setTimeout(LOCK_POLL_MS)
    return work(client)
  })
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `SELECT pg_try_advisory_lock(${PRISMA_LOCK}) AS "isLocked"`,
  )
  return rows[0]?.isLocked === true
}
