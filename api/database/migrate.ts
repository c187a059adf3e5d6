import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { baselineFirstRelease, missingInFirstRelease, originOf } from './first-release.ts'
import {
  applyFunctions,
  type FunctionChanges,
  functionChanges,
  readFunctions,
} from './functions.ts'
import {
  type AppliedMigration,
  applyMigration,
  createMigrationsTable,
  type Migration,
  readAppliedMigrations,
  readMigrations,
} from './migrations-table.ts'

/** The advisory lock of `prisma migrate`, so that two starts do not migrate at once. */
export const PRISMA_LOCK = 72707369

/** The steps that upgrade a database to this version. */
export interface Upgrade {
  /** The migrations that the database has. */
  applied: AppliedMigration[]
  /** Whether the database was made by version 0.1.0. */
  isFirstRelease: boolean
  migrations: Migration[]
  functions: FunctionChanges
}

/** The names of the applied migrations and functions. */
export interface MigrationResult {
  migrations: string[]
  functions: string[]
}

/**
 * Applies missing migrations, then changed functions, in one transaction.
 * @throws OperatorError when a step fails, or when this version cannot upgrade the database
 */
export function migrate(url: string): Promise<MigrationResult> {
  return withMigrationLock(url, async (client) => {
    const upgrade = await readUpgrade(client)
    if (!isUpToDate(upgrade)) await apply(client, upgrade)
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
  return { applied, ...missing, functions: await functionChanges(client, readFunctions()) }
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

export function isUpToDate({ migrations, functions: { apply, drop } }: Upgrade): boolean {
  return migrations.length + apply.length + drop.length === 0
}

async function apply(client: pg.Client, { isFirstRelease, migrations }: Upgrade) {
  await createMigrationsTable(client)
  await client.query('BEGIN')
  try {
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

async function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
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
