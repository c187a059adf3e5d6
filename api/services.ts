import type { Logger } from 'pino'
import type { Services } from './context.ts'
import { createDatabase } from './database/client.ts'
import type { DatabaseUrls } from './database/open.ts'
import { createPictureStore } from './features/media/picture-store.ts'
import { createPostReads } from './features/post/post.read.ts'
import { IdGenerator } from './ids.ts'
import { createLimits, noLimits } from './limits.ts'
import type { Settings } from './settings.ts'

/** What every request can use, on a database that is up and migrated. Its end is `database.$disconnect()`. */
export async function createServices(settings: Settings, { url }: DatabaseUrls, log: Logger): Promise<Services> {
  const database = createDatabase(url)
  const newest = await database.post.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  return {
    settings,
    database,
    posts: createPostReads(database),
    ids: new IdGenerator(newest?.id),
    limits: settings.rateLimit ? createLimits() : noLimits,
    pictures: createPictureStore(settings.dataDir),
    log,
  }
}
