import { setTimeout } from 'node:timers/promises'
import type { Services } from '#api/context.ts'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { type DataLock, tryLock } from '#api/database/lock.ts'
import { isMigrated } from '#api/database/migrate.ts'
import { type DatabaseUrls, findDatabase, openDatabase } from '#api/database/open.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createCoreServices, createServices } from '#api/serve/services.ts'
import { loadSettings, type Settings } from '#api/settings/settings.ts'
import { createLog } from '#api/telemetry/log.ts'

const MAX_ATTEMPTS = 40
const RETRY_DELAY_MS = 250

/** Uses the database of the running server, or starts the bundled one for this command. */
export async function withDatabase<Result>(
  work: (database: DatabaseUrls, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = loadSettings()
  const { databaseUrls, dataDir } = settings
  if (databaseUrls.length > 0) return work(await findDatabase(settings), settings)
  const lock = tryLock(dataDir)
  if (!lock) return work(await findRunningDatabase(dataDir), settings)
  return withLockedDatabase(lock, settings, (database) => work(database, settings))
}

/**
 * Opens the database of the settings for this command.
 * @param lock on the data directory, which is released afterwards
 */
export async function withLockedDatabase<Result>(
  lock: DataLock,
  settings: Settings,
  work: (database: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  try {
    const database = await openDatabase(settings, console.error)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** Like `withDatabase`, with the services that the server's code uses. */
export function withServices<Result>(
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database, settings) => {
    if (!(await isMigrated(database.directUrl)))
      throw new OperatorError(
        'The database is not at this version. Run "npm run cli -- migrate" first.',
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

/** Retries, because the process that holds the lock may still be starting its database. */
async function findRunningDatabase(dataDir: string): Promise<DatabaseUrls> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const url = await findEmbedded(dataDir)
    if (url) return { url, pooled: false, directUrl: url }
    await setTimeout(RETRY_DELAY_MS)
  }
  throw new OperatorError(
    `Another process uses ${dataDir}, and its database does not respond. Try again in a moment.`,
  )
}
