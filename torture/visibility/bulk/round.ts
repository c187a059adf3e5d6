import { rmSync } from 'node:fs'
import { createDatabase } from '#api/database/client.ts'
import { migrate } from '#api/database/migrate.ts'
import { emptyDataDir } from '../../../e2e/server.ts'
import { checkConsistency } from '../../check.ts'
import { startExternalDatabase } from '../../external-database.ts'
import { summaryOf } from '../summary.ts'
import { storePeople } from './people.ts'
import { checkBulk } from './run.ts'
import { bulkServices } from './services.ts'

/** Runs random acts in bulk on a database of its own. */
export async function actInBulk(seed: number, acts: number): Promise<string[]> {
  const folder = emptyDataDir()
  const external = await startExternalDatabase(folder, ['synchronous_commit=off'])
  await migrate(external.url)
  const database = createDatabase(external.url)
  try {
    const services = bulkServices(database)
    const world = await storePeople(services)
    console.log(summaryOf([await checkBulk(world, services, { seed, acts })]))
    return await checkConsistency(external.url, folder)
  } catch (error) {
    return [(error as Error).message]
  } finally {
    await database.$disconnect()
    await external.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
