import type { RequestListener } from 'node:http'
import type { CoreServices } from '#api/context.ts'
import type { Primary } from '#api/database/primary.ts'
import { type Listening, listen } from '#api/http/listen.ts'
import { followChanges } from '#api/live/changes.ts'
import { createApp } from '#api/serve/app.ts'
import { createServices, openReplicaRouter } from '#api/serve/services.ts'
import type { Lifetime } from './lifetime.ts'
import { releaseSpareMemory } from './release-memory.ts'

/**
 * Answers requests until the end of the process. Resolves when it does.
 * @param primary whichever database can be written to
 * @param open has requests answered from then on
 */
export async function serve(
  core: CoreServices,
  primary: Primary,
  { atEnd, asked, forced }: Lifetime,
  open: (app: RequestListener) => Listening | Promise<Listening> = (app) =>
    listen(app, core.settings),
): Promise<void> {
  const { tracing, trustProxy } = core.settings
  // The libraries for it are loaded where it is wanted alone.
  if (tracing)
    atEnd(
      (await import('#api/telemetry/tracing.ts')).startTracing(tracing, trustProxy > 0, core.log),
    )
  const { redisUrl } = core.settings
  const shared =
    redisUrl === undefined
      ? null
      : (await import('#api/limits/redis.ts')).openRedis(redisUrl, core.log)
  if (shared) atEnd(shared.close)
  const changes = await followChanges(primary.direct, core.log)
  atEnd(changes.close)
  const services = await createServices(core, { shared, changes })
  atEnd(() => services.mail?.close())
  if (core.settings.databaseReplicaUrls.length > 0) {
    services.replicas = await openReplicaRouter(services, primary.target)
    atEnd(services.replicas.stop)
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
