import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { readAppliedMigrations } from '#api/database/migrations-table.ts'
import { PICTURES_LOCK } from '#api/features/media/picture-lock.ts'
import { createPictureStore, type PictureStore } from '#api/features/media/picture-store.ts'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { secretFile } from '#api/lib/stored-secret.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { onConnection } from './connection.ts'
import { isSaved } from './contents.ts'
import { MANIFEST, type SavedTable, SECRET, writeManifest } from './manifest.ts'
import { savePictures } from './pictures.ts'
import { copyOut, countRows, holdTables, readTables } from './tables.ts'

/** Where everything is that a product keeps. */
export interface Place {
  directUrl: string
  dataDir: string
  /** Where pictures are, if not in the data directory. */
  pictures?: PictureStore
}

export interface BackupReport {
  posts: number
  users: number
  pictures: number
  /** Pictures that rows name and that have no file. */
  missing: number
  bytes: number
}

interface BackupOptions {
  signal?: AbortSignal | undefined
  /** Without them it is restored to where they are. */
  pictures?: boolean
}

/**
 * Writes a backup of the database, the pictures and the secret of a place, as they were at one moment, while others may go on
 * writing. It changes nothing; meanwhile no picture's file is removed. Sessions and links that sign in are left out.
 * @throws OperatorError when there is nothing to save, or the file cannot be written
 */
export function writeBackup(
  file: string,
  { directUrl, dataDir, pictures: store = createPictureStore(dataDir) }: Place,
  { signal, pictures = true }: BackupOptions = {},
): Promise<BackupReport> {
  return onConnection(directUrl, async (client) => {
    // Of two backups at the same time, one waits.
    await client.query(`SELECT pg_advisory_lock(${PICTURES_LOCK})`)
    const report: BackupReport = { posts: 0, users: 0, pictures: 0, missing: 0, bytes: 0 }
    const fill = async (add: AddFile) => {
      const { tables, hashes } = await saveDatabase(client, add, () => saveSecret(dataDir, add))
      const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
      Object.assign(report, { posts: rowsOf('Post'), users: rowsOf('User') })
      if (pictures) Object.assign(report, await savePictures(store, hashes, add))
    }
    report.bytes = await writeArchive(file, fill, signal)
    return report
  })
}

/** All statements see what the first one saw. */
async function saveDatabase(
  client: pg.Client,
  add: AddFile,
  afterManifest: () => Promise<void>,
): Promise<{ tables: SavedTable[]; hashes: string[] }> {
  const held = await readTables(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await holdTables(client, held)
  const migrations = await readAppliedMigrations(client)
  if (!migrations?.length)
    throw new OperatorError(
      'There is nothing to back up: the database has no tables of Good Vibes.',
    )
  const tables = await countRows(client, (await readTables(client)).filter(isSaved))
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

/** The pictures that rows name. */
export async function pictureHashes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT DISTINCT "hash" FROM "Media" ORDER BY "hash"',
  )
  return rows.map(({ hash }) => hash)
}

/** There is none where AUTH_SECRET was always set. */
async function saveSecret(dataDir: string, add: AddFile) {
  try {
    await add(SECRET, await readFile(secretFile(dataDir)))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
