import { migrate } from '#api/database/migrate.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import { createDatabaseOf02, whileStatementsRun } from './large-database.ts'

/**
 * Upgrades a database of version 0.2.0 while others read and write it.
 * @param rows of posts and of likes each
 * @returns problems; null when PostgreSQL 15 is not installed
 */
export async function upgradeUnderLoad(rows: number): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  const { url, stop } = await startPostgres15()
  try {
    await createDatabaseOf02(url, rows)
    const name = `an upgrade of ${rows} posts and likes`
    // The functions of some triggers are missing until the end.
    return await whileStatementsRun({ url, name, role: 'replica' }, () => migrate(url))
  } finally {
    await stop()
  }
}
