import { rename, rm, writeFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import pg from 'pg'
import { migrate, PRISMA_LOCK } from '#api/database/migrate.ts'
import { applyMigration, createMigrationsTable } from '#api/database/migrations-table.ts'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { secretFile } from '#api/lib/stored-secret.ts'
import { type ArchivedFile, readArchive } from './archive.ts'
import { withConnection } from './connection.ts'
import { isBackedUp } from './contents.ts'
import type { Installation } from './installation.ts'
import {
  MANIFEST,
  type Manifest,
  migrationsOf,
  readManifest,
  type SavedTable,
  SECRET,
} from './manifest.ts'
import { createPictureRestore, type PictureRestore, pictureFileOf } from './pictures.ts'
import { copyIn, dropIndexesAndConstraints, readTables } from './tables.ts'
import { pictureHashes } from './write.ts'

export interface RestoreReport {
  madeAt: Date
  posts: number
  users: number
  /** Pictures that rows refer to and that have no file. */
  missing: number
  /** Whether the backup had the secret that signs sessions. */
  secret: boolean
  /** Tables in the backup that are not part of the product. */
  foreign: string[]
  /** Migrations newer than the backup. */
  migrated: string[]
  /** What failed after everything was restored. */
  failure: OperatorError | null
}

interface RestoreContext extends Omit<Installation, 'pictures'> {
  client: pg.Client
  file: string
  pictures: PictureRestore
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup into an empty installation, all of it or nothing, and migrates it. The caller
 * holds the lock on the data directory, whose picture files are kept. The report has what fails
 * after that.
 * @throws OperatorError when the database has tables, when the file is damaged or truncated, or
 *   when it is from a newer version or from 0.1.0 or earlier
 */
export async function restoreBackup(
  file: string,
  installation: Installation,
  signal?: AbortSignal,
): Promise<RestoreReport> {
  const report = await withConnection(installation.directUrl, async (client) => {
    const pictures = createPictureRestore(installation)
    try {
      await client.query('BEGIN')
      const report = await restoreInTransaction({ ...installation, client, file, pictures, signal })
      // A process killed before this line leaves pictures without rows; the cleanup removes them.
      await client.query('COMMIT')
      return report
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      await pictures.rollback()
      if (error instanceof OperatorError) throw error
      throw new OperatorError(`Nothing was restored from ${file}: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  })
  return { ...report, ...(await upgradeRestored(installation.directUrl)) }
}

async function upgradeRestored(url: string): Promise<Pick<RestoreReport, 'migrated' | 'failure'>> {
  let migrated: string[] = []
  try {
    migrated = (await migrate(url)).migrations
  } catch (error) {
    const failure = restoredBut('the upgrade of the database failed', error, 'The next start tries')
    return { migrated, failure }
  }
  try {
    await vacuumTables(url)
  } catch (error) {
    return { migrated, failure: restoredBut('VACUUM failed', error, 'PostgreSQL tries') }
  }
  return { migrated, failure: null }
}

/** @param retry begins the sentence that ends with "again" */
function restoredBut(problem: string, error: unknown, retry: string): OperatorError {
  // The message of a failed migration says that nothing has changed.
  const cause = error instanceof OperatorError ? (error.cause ?? error) : error
  const reason = reasonOf(cause).replace(/\.$/, '')
  return new OperatorError(`Everything was restored; ${problem}: ${reason}. ${retry} again.`, {
    cause: error,
  })
}

function vacuumTables(url: string): Promise<void> {
  return withConnection(url, async (client) => {
    for (const { name } of await readTables(client))
      await client.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(name)}`)
  })
}

async function restoreInTransaction(
  context: RestoreContext,
): Promise<Omit<RestoreReport, 'migrated' | 'failure'>> {
  const { client, file, dataDir, pictures } = context
  await client.query(`SELECT pg_advisory_xact_lock(${PRISMA_LOCK})`)
  await assertEmpty(client)
  const archive = readArchive(file)
  const first = (await archive.next()).value
  const manifest = readManifest(first?.name === MANIFEST ? await text(first.content) : '', file)
  const migrations = migrationsOf(manifest, file)
  await createMigrationsTable(client)
  for (const migration of migrations) await applyMigration(client, migration)
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  const recreate = await dropIndexesAndConstraints(client)
  const { secret, foreign } = await readFiles(context, manifest, archive)
  for (const statement of recreate) await client.query(statement)
  await pictures.commit()
  const missing = await pictures.countMissing(await pictureHashes(client))
  // Last, because a rollback does not undo it.
  if (secret) await writeSecret(dataDir, secret)
  const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0
  return {
    madeAt: new Date(manifest.madeAt),
    posts: rowsOf('Post'),
    users: rowsOf('User'),
    missing,
    secret: secret !== null,
    foreign,
  }
}

async function assertEmpty(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1`,
  )
  if (rows.length > 0)
    throw new OperatorError(
      'The database has tables already. Restore into an empty database and data directory.',
    )
}

/** Reads every file after the manifest. */
async function readFiles(
  { client, file, pictures, signal }: RestoreContext,
  { tables }: Manifest,
  archive: AsyncGenerator<ArchivedFile, void>,
): Promise<{ secret: Buffer | null; foreign: string[] }> {
  const existing = new Set((await readTables(client)).map(({ name }) => name))
  // An earlier version may have backed up tables that this one leaves out.
  const pending = new Map(tables.filter(isBackedUp).map((table) => [table.name, table]))
  const next = async () => {
    signal?.throwIfAborted()
    return (await archive.next()).value ?? null
  }
  let secret: Buffer | null = null
  let entry = await next()
  while (entry) {
    const table = pending.get(tableOf(entry) ?? '')
    const picture = pictureFileOf(entry.name)
    if (table && existing.has(table.name)) {
      pending.delete(table.name)
      entry = await restoreTable({ client, file }, table, entry, next)
      continue
    }
    if (entry.name === SECRET) secret = await buffer(entry.content)
    else if (picture) await pictures.add(picture, await buffer(entry.content))
    entry = await next()
  }
  const lost = [...pending.values()].find(({ name, rows }) => existing.has(name) && rows > 0)
  if (lost) throw incomplete(file, lost)
  return { secret, foreign: [...pending.keys()].filter((name) => !existing.has(name)) }
}

/** @returns the first entry after the table's parts */
async function restoreTable(
  { client, file }: Pick<RestoreContext, 'client' | 'file'>,
  table: SavedTable,
  first: ArchivedFile,
  next: () => Promise<ArchivedFile | null>,
): Promise<ArchivedFile | null> {
  let part: ArchivedFile | null = first
  async function* rows() {
    for (; part && tableOf(part) === table.name; part = await next()) yield* part.content
  }
  if ((await copyIn(client, table, rows)) !== table.rows) throw incomplete(file, table)
  return part
}

function tableOf({ name }: ArchivedFile): string | null {
  return /^tables\/(.+)\/\d+$/.exec(name)?.[1] ?? null
}

function incomplete(file: string, { name }: SavedTable): OperatorError {
  return new OperatorError(`${file} is damaged: rows of the table "${name}" are missing.`)
}

async function writeSecret(dataDir: string, secret: Buffer) {
  const target = secretFile(dataDir)
  const partial = `${target}.part`
  await rm(partial, { force: true })
  await writeFile(partial, secret, { mode: 0o600, flush: true })
  await rename(partial, target)
}

function reasonOf(error: unknown): string {
  return codeOf(error) === 'ENOSPC' ? 'there is not enough space on the disk' : messageOf(error)
}
