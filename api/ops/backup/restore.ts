import { rename, rm, writeFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import pg from 'pg'
import { migrate, PRISMA_LOCK } from '#api/database/migrate.ts'
import { applyMigration, createMigrationsTable } from '#api/database/migrations-table.ts'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { secretFile } from '#api/lib/stored-secret.ts'
import { type ArchivedFile, readArchive } from './archive.ts'
import { onConnection } from './connection.ts'
import { isSaved } from './contents.ts'
import {
  MANIFEST,
  type Manifest,
  migrationsOf,
  readManifest,
  type SavedTable,
  SECRET,
} from './manifest.ts'
import { type IncomingPictures, incomingPictures, pictureFileOf } from './pictures.ts'
import { copyIn, readTables, setAside } from './tables.ts'
import { type Place, pictureHashes } from './write.ts'

export interface RestoreReport {
  madeAt: Date
  posts: number
  users: number
  /** Pictures that rows name and that have no file now. */
  missing: number
  /** Whether the secret that sessions are signed with was there. */
  secret: boolean
  /** Tables that were saved and are none of the product. */
  foreign: string[]
  /** Migrations that came after the backup. */
  migrated: string[]
}

interface Restoring extends Omit<Place, 'pictures'> {
  client: pg.Client
  file: string
  pictures: IncomingPictures
  signal?: AbortSignal | undefined
}

/**
 * Puts a backup into an empty place, all of it or nothing, and brings it to this version. The caller holds the lock on the data
 * directory. Pictures that stand there already are left.
 * @throws OperatorError when the database has tables, or the file is broken, cut short, from a newer version, or from 0.1.0 or before
 */
export async function restoreBackup(
  file: string,
  place: Place,
  signal?: AbortSignal,
): Promise<RestoreReport> {
  const report = await onConnection(place.directUrl, async (client) => {
    const pictures = incomingPictures(place)
    try {
      await client.query('BEGIN')
      const report = await restoreWithin({ ...place, client, file, pictures, signal })
      // What comes before is undone when this fails; a process that is killed right here leaves pictures, which the sweep removes.
      await client.query('COMMIT')
      return report
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      await pictures.discard()
      if (error instanceof OperatorError) throw error
      throw new OperatorError(`Nothing was restored from ${file}: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  })
  const { migrations: migrated } = await migrate(place.directUrl)
  await onConnection(place.directUrl, async (client) => {
    for (const { name } of await readTables(client))
      await client.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(name)}`)
  })
  return { ...report, migrated }
}

async function restoreWithin(restoring: Restoring): Promise<Omit<RestoreReport, 'migrated'>> {
  const { client, file, dataDir, pictures } = restoring
  await client.query(`SELECT pg_advisory_xact_lock(${PRISMA_LOCK})`)
  await refuseTables(client)
  const archive = readArchive(file)
  const first = (await archive.next()).value
  const manifest = readManifest(first?.name === MANIFEST ? await text(first.content) : '', file)
  const migrations = migrationsOf(manifest, file)
  await createMigrationsTable(client)
  for (const migration of migrations) await applyMigration(client, migration)
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  const putBack = await setAside(client)
  const { secret, foreign } = await readFiles(restoring, manifest, archive)
  for (const statement of putBack) await client.query(statement)
  await pictures.keep()
  const missing = await pictures.missing(await pictureHashes(client))
  // The one thing that cannot be taken back comes last.
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

async function refuseTables(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1`,
  )
  if (rows.length > 0)
    throw new OperatorError(
      'The database has tables already. A backup is restored into an empty place alone.',
    )
}

/** Everything after the manifest. */
async function readFiles(
  { client, file, pictures, signal }: Restoring,
  { tables }: Manifest,
  archive: AsyncGenerator<ArchivedFile, void>,
): Promise<{ secret: Buffer | null; foreign: string[] }> {
  const ours = new Set((await readTables(client)).map(({ name }) => name))
  // An earlier version may have saved what this one leaves out.
  const left = new Map(tables.filter(isSaved).map((table) => [table.name, table]))
  const next = async () => {
    signal?.throwIfAborted()
    return (await archive.next()).value ?? null
  }
  let secret: Buffer | null = null
  let each = await next()
  while (each) {
    const table = left.get(tableOf(each) ?? '')
    const picture = pictureFileOf(each.name)
    if (table && ours.has(table.name)) {
      left.delete(table.name)
      each = await restoreTable({ client, file }, table, each, next)
      continue
    }
    if (each.name === SECRET) secret = await buffer(each.content)
    else if (picture) await pictures.add(picture, await buffer(each.content))
    each = await next()
  }
  const lost = [...left.values()].find(({ name, rows }) => ours.has(name) && rows > 0)
  if (lost) throw incomplete(file, lost)
  return { secret, foreign: [...left.keys()].filter((name) => !ours.has(name)) }
}

/** @returns what comes after its parts */
async function restoreTable(
  { client, file }: Pick<Restoring, 'client' | 'file'>,
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
  return new OperatorError(`${file} is broken: not all rows of the table "${name}" are in it.`)
}

async function writeSecret(dataDir: string, secret: Buffer) {
  const kept = secretFile(dataDir)
  const unfinished = `${kept}.part`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, secret, { mode: 0o600, flush: true })
  await rename(unfinished, kept)
}

function reasonOf(error: unknown): string {
  return codeOf(error) === 'ENOSPC' ? 'there is not enough room on the disk' : messageOf(error)
}
