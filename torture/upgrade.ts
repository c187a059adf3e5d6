import { migrate } from '#api/database/migrate.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import {
  createLargeDatabase,
  type OldVersion,
  oldVersions,
  whileStatementsRun,
} from './large-database.ts'

/**
 * Upgrades a database of each old version while others read and write it.
 * @param rows of posts and of likes each
 * @returns problems; null when PostgreSQL 15 is not installed
 */
export async function upgradeUnderLoad(rows: number): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  const problems: string[] = []
  for (const version of oldVersions) problems.push(...(await upgradeFrom(version, rows)))
  return problems
}

async function upgradeFrom(version: OldVersion, rows: number): Promise<string[]> {
  const { url, stop } = await startPostgres15()
  try {
    await createLargeDatabase(url, version, rows)
    const name = `an upgrade from ${version} of ${rows} posts and likes`
    // The functions of some triggers are missing until the end.
    return await whileStatementsRun({ url, name, role: 'replica' }, () => migrate(url))
  } finally {
    await stop()
  }
}
