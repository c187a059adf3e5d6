import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { readUpgrade } from '#api/database/migrate.ts'
import type { DatabaseUrls } from '#api/database/open.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { withConnection } from './connection.ts'
import { writeBackup } from './write.ts'

const MAX_BACKUPS = 3
const BACKUP_NAME = /^\d{14}_\w+\.tar\.gz$/

/**
 * Backs up the bundled database before migrations change it, without pictures, which they leave
 * alone. Only version 0.1.0 can restore the backup of a 0.1.0 database.
 * @returns the file, or null when no migration is pending
 * @throws OperatorError when the backup fails, or when this version cannot upgrade the database
 */
export async function backUpBeforeUpgrade(
  { dataDir, databaseUrls, authSecret }: Pick<Settings, 'dataDir' | 'databaseUrls' | 'authSecret'>,
  { directUrl }: Pick<DatabaseUrls, 'directUrl'>,
  signal?: AbortSignal,
): Promise<string | null> {
  if (databaseUrls.length > 0) return null
  const { applied, migrations } = await withConnection(directUrl, readUpgrade)
  const last = applied.at(-1)
  if (!last || migrations.length === 0) return null
  const folder = path.join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Named by its last migration, so repeated starts replace one backup and keep the others.
  const file = path.join(folder, `${last.name}.tar.gz`)
  try {
    await writeBackup(file, { directUrl, dataDir, authSecret }, { signal, pictures: false })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(
      `The database was not migrated, because the backup before it failed: ${error.message}`,
    )
  }
  removeOldest(folder)
  return file
}

function removeOldest(folder: string) {
  const newestFirst = readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .map((name) => path.join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const file of newestFirst.slice(MAX_BACKUPS)) rmSync(file)
}
