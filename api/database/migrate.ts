import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { adoptFirstRelease, lackedByFirstRelease, originOf } from './first-release.ts'
import {
  applyFunctions,
  type FunctionChanges,
  functionChanges,
  readFunctions,
} from './functions.ts'
import {
  type AppliedMigration,
  applyMigration,
  type Migration,
  prepareLedger,
  readLedger,
  readMigrations,
} from './ledger.ts'

/** The advisory lock that `prisma migrate` takes as well, so that two starts do not migrate at once. */
export const PRISMA_LOCK = 72707369

/** What brings a database to this version of the product. */
export interface Upgrade {
  /** The migrations that the database has; empty where it has none. */
  applied: AppliedMigration[]
  /** Whether the database is one of version 0.1.0. */
  adopts: boolean
  migrations: Migration[]
  functions: FunctionChanges
}

/** The names of what was applied. */
export interface Applied {
  migrations: string[]
  functions: string[]
}

/**
 * Applies what the database lacks in one transaction: migrations, then functions whose text differs.
 * @throws OperatorError when something fails, or when this version cannot upgrade the database
 */
export function migrate(url: string): Promise<Applied> {
  return alone(url, async (client) => {
    const upgrade = await readUpgrade(client)
    if (!isDone(upgrade)) await apply(client, upgrade)
    return {
      migrations: upgrade.migrations.map(({ name }) => name),
      functions: upgrade.functions.apply.map(({ name }) => name),
    }
  })
}

/**
 * Whether the database has every migration and function of this version. Changes nothing: a restore wants a database without tables.
 * @throws OperatorError when this version cannot upgrade the database
 */
export function isMigrated(url: string): Promise<boolean> {
  return alone(url, async (client) => isDone(await readUpgrade(client)))
}

/**
 * What the database lacks. Changes nothing.
 * @throws OperatorError when this version cannot upgrade it
 */
export async function readUpgrade(client: pg.Client): Promise<Upgrade> {
  const applied = (await readLedger(client)) ?? []
  const lacking = migrationsAfter(applied)
  return { applied, ...lacking, functions: await functionChanges(client, readFunctions()) }
}

function migrationsAfter(
  applied: readonly AppliedMigration[],
): Pick<Upgrade, 'adopts' | 'migrations'> {
  const known = readMigrations()
  const has = (list: readonly AppliedMigration[], { name }: AppliedMigration) =>
    list.some((each) => each.name === name)
  switch (originOf(applied, known)) {
    case 'this version':
      return { adopts: false, migrations: known.filter((migration) => !has(applied, migration)) }
    case 'first release':
      return { adopts: true, migrations: lackedByFirstRelease(known) }
    case 'older':
      throw new OperatorError(
        'This database was made by a version before 0.1.0. Start version 0.1.0 once, which upgrades it, then start this version.',
      )
    case 'newer': {
      const newest = applied.findLast((migration) => !has(known, migration))?.name
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

export function isDone({ migrations, functions: { apply, drop } }: Upgrade): boolean {
  return migrations.length + apply.length + drop.length === 0
}

async function apply(client: pg.Client, { adopts, migrations }: Upgrade) {
  await prepareLedger(client)
  await client.query('BEGIN')
  try {
    if (adopts) await adoptFirstRelease(client, readMigrations())
    for (const migration of migrations) await applyMigration(client, migration)
    // Asked again, because a migration may have dropped a function or made one for its trigger.
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

async function alone<Result>(
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
