import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import { listenForNotices } from './database/notices.ts'
import type { Primary } from './database/primary.ts'
import { CHANNEL, LAST_NUMBER } from './features/feed/news.ts'
import type { Groundwork } from './groundwork.ts'
import { type Listening, listen } from './http/listen.ts'
import type { Lifetime } from './lifetime.ts'
import { createServices } from './services.ts'
import { releaseSpareMemory } from './spare-memory.ts'

/**
 * Answers requests until the end of the process. Resolves when it does.
 * @param primary whichever database can be written to
 * @param open has requests answered from then on
 */
export async function serve(
  groundwork: Groundwork,
  primary: Primary,
  { atEnd, asked, forced }: Lifetime,
  open: (app: RequestListener) => Listening | Promise<Listening> = (app) => listen(app, groundwork.settings),
): Promise<void> {
  const { tracing, trustProxy } = groundwork.settings
  // The libraries for it are loaded where it is wanted alone.
  if (tracing) atEnd((await import('./watch/tracing.ts')).startTracing(tracing, trustProxy > 0, groundwork.log))
  const { redisUrl } = groundwork.settings
  const shared = redisUrl === undefined ? null : (await import('./redis/redis.ts')).openRedis(redisUrl, groundwork.log)
  if (shared) atEnd(shared.close)
  const services = await createServices(groundwork, shared)
  atEnd(() => services.mail?.close())
  const { hear, doubt } = services.feed
  const notices = await listenForNotices(primary.direct, {
    channel: CHANNEL,
    question: LAST_NUMBER,
    log: groundwork.log,
    onNotice: hear,
    onDoubt: doubt,
  })
  atEnd(notices.close)
  // One that was killed may have left something untold.
  await services.feed.everythingChanged()
  shared?.listen(CHANNEL, { onNotice: hear, onDoubt: doubt })
  if (groundwork.settings.databaseReplicaUrls.length > 0) {
    const { openReplicas } = await import('./freshness.ts')
    services.freshness = await openReplicas(services, primary.way)
    atEnd(services.freshness.stop)
  }
  const app = await createApp(services)
  asked.throwIfAborted()
  const server = await open(app)
  forced.addEventListener('abort', server.breakOff)
  atEnd(server.close)
  releaseSpareMemory()
  // Until that was read once, it is not known which news are seen. What lives through the sweep, V8 takes for what lives long, and makes the like of it in old space.
  await services.feed.snapshot()
}
