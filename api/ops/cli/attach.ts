import { setTimeout } from 'node:timers/promises'
import type { Services } from '#api/context.ts'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { tryLock } from '#api/database/lock.ts'
import { isMigrated } from '#api/database/migrate.ts'
import { type DatabaseUrls, findDatabase, openDatabase } from '#api/database/open.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createCoreServices, createServices } from '#api/serve/services.ts'
import { loadSettings, type Settings } from '#api/settings/settings.ts'
import { createLog } from '#api/telemetry/log.ts'

const LOOKS = 40
const BETWEEN_LOOKS = 250

/** Does something with the database of a server that lives, or starts the embedded one for as long as it takes. */
export async function withDatabase<Result>(
  work: (database: DatabaseUrls, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = loadSettings()
  const { databaseUrls, dataDir } = settings
  if (databaseUrls.length > 0) return work(await findDatabase(settings), settings)
  const lock = tryLock(dataDir)
  if (!lock) return work(await liveDatabase(dataDir), settings)
  try {
    const database = await openDatabase(settings, console.error)
    try {
      return await work(database, settings)
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** As `withDatabase`, with all that the product's own code works with. */
export function withServices<Result>(
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database, settings) => {
    if (!(await isMigrated(database.directUrl)))
      throw new OperatorError(
        'The database is not at this version: run "npm run cli -- migrate" first.',
      )
    const services = await createServices(
      createCoreServices({ settings, target: database, log: createLog('warn'), maxConnections: 2 }),
    )
    try {
      return await work(services)
    } finally {
      await services.database.$disconnect()
    }
  })
}

/** Whoever holds the lock may be about to start its database. */
async function liveDatabase(dataDir: string): Promise<DatabaseUrls> {
  for (let look = 0; look < LOOKS; look++) {
    const url = await findEmbedded(dataDir)
    if (url) return { url, pooled: false, directUrl: url }
    await setTimeout(BETWEEN_LOOKS)
  }
  throw new OperatorError(
    `Another process uses ${dataDir}, and its database does not answer. Try again in a moment.`,
  )
}
