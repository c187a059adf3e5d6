import type { RequestListener } from 'node:http'
import type { CoreServices } from '#api/context.ts'
import type { Primary } from '#api/database/primary.ts'
import { createWebhookWorker } from '#api/features/webhook/worker.ts'
import { type ListeningServer, listen } from '#api/http/listen.ts'
import { followChanges } from '#api/live/changes.ts'
import { createApp } from '#api/serve/app.ts'
import { schema } from '#api/serve/schema.ts'
import { createServices, openReplicaRouter } from '#api/serve/services.ts'
import type { Lifetime } from './lifetime.ts'
import { releaseSpareMemory } from './release-memory.ts'

/**
 * Starts to accept requests, until shutdown.
 * @param primary the database that accepts writes
 * @param open starts to pass requests to the app
 */
export async function serve(
  core: CoreServices,
  primary: Primary,
  { onShutdown, shutdownRequested, shutdownForced }: Lifetime,
  open: (app: RequestListener) => ListeningServer | Promise<ListeningServer> = (app) =>
    listen(app, core.settings),
): Promise<void> {
  const { tracing, trustProxy } = core.settings
  // Optional features load their libraries only when they are on.
  if (tracing)
    onShutdown(
      (await import('#api/telemetry/tracing.ts')).startTracing(tracing, trustProxy > 0, core.log),
    )
  const { redisUrl } = core.settings
  const shared =
    redisUrl === undefined
      ? null
      : (await import('#api/limits/redis.ts')).openRedis(redisUrl, core.log)
  if (shared) onShutdown(shared.close)
  const changes = await followChanges(primary.direct, core.log)
  onShutdown(changes.close)
  const services = await createServices(core, { shared, changes })
  onShutdown(() => services.mail?.close())
  if (core.settings.databaseReplicaUrls.length > 0) {
    services.replicas = await openReplicaRouter(services, primary.target)
    onShutdown(services.replicas.stop)
  }
  const app = await createApp(services)
  shutdownRequested.throwIfAborted()
  const server = await open(app)
  shutdownForced.addEventListener('abort', server.closeConnections)
  onShutdown(server.close)
  // Runs first: an open stream would keep its connection busy.
  onShutdown(() => services.streams.close())
  const webhooks = createWebhookWorker({ services, schema, changes })
  onShutdown(webhooks.stop)
  webhooks.start()
  releaseSpareMemory()
  // After the collection: V8 pretenures objects like those that survive it.
  await services.recentPosts?.get('recent')
}
