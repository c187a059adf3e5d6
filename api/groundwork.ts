import type { Logger } from 'pino'
import type { Services } from './context.ts'
import { createDatabase } from './database/client.ts'
import type { Way } from './database/way.ts'
import { createBucket } from './features/media/bucket.ts'
import { createPictureStore, type PictureStore } from './features/media/picture-store.ts'
import type { Settings } from './settings.ts'

/** What is needed to keep the data in order, of all that requests need. */
export type Groundwork = Pick<Services, 'settings' | 'database' | 'pictures' | 'log'>

interface Ground {
  settings: Settings
  database: Way
  log: Logger
  maxConnections: number
}

/** Where pictures are kept: in the bucket of the settings, else in the data directory. */
export function createPictures({
  bucket,
  dataDir,
}: Pick<Settings, 'bucket' | 'dataDir'>): PictureStore {
  return bucket ? createBucket(bucket) : createPictureStore(dataDir)
}

/** On a database that is up and migrated. Its end is `database.$disconnect()`. */
export function createGroundwork({ settings, database, log, maxConnections }: Ground): Groundwork {
  return {
    settings,
    database: createDatabase(database, maxConnections),
    pictures: createPictures(settings),
    log,
  }
}

/**
 * How many connections to the database each process that answers requests may have: of the 100 that PostgreSQL has unless it is
 * told otherwise, all together leave some to the operator and to the one that each listens on.
 */
export function connectionsOfWorker(workers: number): number {
  return Math.min(10, Math.max(2, Math.floor(80 / workers) - 1))
}
