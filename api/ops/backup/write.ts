import type pg from 'pg'
import { readAppliedMigrations } from '#api/database/migrations-table.ts'
import { PICTURES_LOCK } from '#api/features/media/picture-lock.ts'
import { createPictureStore } from '#api/features/media/picture-store.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { readStoredSecret } from '#api/lib/stored-secret.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { withConnection } from './connection.ts'
import { isBackedUp } from './contents.ts'
import type { Installation } from './installation.ts'
import { MANIFEST, type SavedTable, SECRET, writeManifest } from './manifest.ts'
import { savePictures } from './pictures.ts'
import { copyOut, countRows, lockTables, readTables } from './tables.ts'

export interface BackupReport {
  posts: number
  users: number
  pictures: number
  /** Pictures that rows refer to and that have no file. */
  missing: number
  bytes: number
}

interface BackupSource extends Installation {
  /** The secret in use. A stored one that AUTH_SECRET replaces is left out. */
  authSecret: string
}

interface BackupOptions {
  signal?: AbortSignal | undefined
  /** Whether the backup includes picture files. */
  pictures?: boolean
}

/**
 * Writes a consistent backup of the database, pictures and secret while the server may be running.
 * No picture file is removed meanwhile. Sessions and sign-in links are left out.
 * @throws OperatorError when the database has no tables, or the file cannot be written
 */
export function writeBackup(
  file: string,
  source: BackupSource,
  { signal, pictures = true }: BackupOptions = {},
): Promise<BackupReport> {
  const { directUrl, dataDir, pictures: store = createPictureStore(dataDir) } = source
  return withConnection(directUrl, async (client) => {
    // Concurrent backups run one after the other.
    await client.query(`SELECT pg_advisory_lock(${PICTURES_LOCK})`)
    const report: BackupReport = { posts: 0, users: 0, pictures: 0, missing: 0, bytes: 0 }
    const fill = async (add: AddFile) => {
      const { tables, hashes } = await saveDatabase(client, add, () => saveSecret(source, add))
      const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
      Object.assign(report, { posts: rowsOf('Post'), users: rowsOf('User') })
      if (pictures) Object.assign(report, await savePictures(store, hashes, add))
    }
    report.bytes = await writeArchive(file, fill, signal)
    return report
  })
}

/** A repeatable-read transaction, so that all statements see the same snapshot. */
async function saveDatabase(
  client: pg.Client,
  add: AddFile,
  afterManifest: () => Promise<void>,
): Promise<{ tables: SavedTable[]; hashes: string[] }> {
  const beforeSnapshot = await readTables(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await lockTables(client, beforeSnapshot)
  const migrations = await readAppliedMigrations(client)
  if (!migrations?.length)
    throw new OperatorError('There is nothing to back up: the database has no Good Vibes tables.')
  const tables = await countRows(client, (await readTables(client)).filter(isBackedUp))
  await add(MANIFEST, writeManifest(migrations, tables))
  await afterManifest()
  for (const table of tables) {
    let part = 0
    for await (const rows of copyOut(client, table))
      await add(`tables/${table.name}/${String(part++).padStart(6, '0')}`, rows)
  }
  const hashes = await pictureHashes(client)
  await client.query('COMMIT')
  return { tables, hashes }
}

/** The hashes of all pictures that rows refer to. */
export async function pictureHashes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT DISTINCT "hash" FROM "Media" ORDER BY "hash"',
  )
  return rows.map(({ hash }) => hash)
}

/** Saves no secret that is known from AUTH_SECRET only. */
async function saveSecret({ dataDir, authSecret }: BackupSource, add: AddFile) {
  if (readStoredSecret(dataDir) === authSecret) await add(SECRET, Buffer.from(`${authSecret}\n`))
}
