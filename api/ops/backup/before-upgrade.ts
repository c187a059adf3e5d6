import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { readUpgrade } from '#api/database/migrate.ts'
import type { DatabaseUrls } from '#api/database/open.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { onConnection } from './connection.ts'
import { writeBackup } from './write.ts'

const KEPT = 3
const OURS = /^\d{14}_\w+\.tar\.gz$/

/**
 * Saves the bundled database in the data directory before it is migrated, and keeps the last three of such backups. A migration does
 * not touch pictures, so they are not in it. A database of the operator's own is theirs to save. A backup of a
 * database of 0.1.0 can be restored by that version alone.
 * @returns the file, or null where nothing is to be migrated
 * @throws OperatorError when it cannot be saved, or when this version cannot upgrade the database
 */
export async function backUpBeforeUpgrade(
  { dataDir, databaseUrls }: Pick<Settings, 'dataDir' | 'databaseUrls'>,
  { directUrl }: Pick<DatabaseUrls, 'directUrl'>,
  signal?: AbortSignal,
): Promise<string | null> {
  if (databaseUrls.length > 0) return null
  const { applied, migrations } = await onConnection(directUrl, readUpgrade)
  const last = applied.at(-1)
  if (!last || migrations.length === 0) return null
  const folder = path.join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Named by what is in it: a start that is tried again and again replaces its own backup and none of the others.
  const file = path.join(folder, `${last.name}.tar.gz`)
  try {
    await writeBackup(file, { directUrl, dataDir }, { signal, pictures: false })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(
      `The database is not migrated, because it cannot be backed up first: ${error.message}`,
    )
  }
  removeOldest(folder)
  return file
}

function removeOldest(folder: string) {
  const ours = readdirSync(folder).filter((name) => OURS.test(name))
  const newestFirst = ours
    .map((name) => path.join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const file of newestFirst.slice(KEPT)) rmSync(file)
}
