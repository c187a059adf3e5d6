import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import type { Primary } from './database/primary.ts'
import type { Groundwork } from './groundwork.ts'
import { type Listening, listen } from './http/listen.ts'
import type { Lifetime } from './lifetime.ts'
import { followChanges } from './live/changes.ts'
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
  open: (app: RequestListener) => Listening | Promise<Listening> = (app) =>
    listen(app, groundwork.settings),
): Promise<void> {
  const { tracing, trustProxy } = groundwork.settings
  // The libraries for it are loaded where it is wanted alone.
  if (tracing)
    atEnd(
      (await import('./watch/tracing.ts')).startTracing(tracing, trustProxy > 0, groundwork.log),
    )
  const { redisUrl } = groundwork.settings
  const shared =
    redisUrl === undefined
      ? null
      : (await import('./redis/redis.ts')).openRedis(redisUrl, groundwork.log)
  if (shared) atEnd(shared.close)
  const changes = await followChanges(primary.direct, groundwork.log)
  atEnd(changes.close)
  const services = await createServices(groundwork, { shared, changes })
  atEnd(() => services.mail?.close())
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
  // After the collection: V8 pretenures objects like those that survive one.
  await services.recent?.current(false)
}
