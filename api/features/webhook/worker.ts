import type { GraphQLSchema } from 'graphql'
import type { Services } from '#api/context.ts'
import { pause } from '#api/lib/pause.ts'
import type { Changes } from '#api/live/changes.ts'
import { runDetached } from '#api/telemetry/request-context.ts'
import { takeChanges } from './changes.write.ts'
import { createDeliverer } from './deliver.ts'
import { leaseWebhooks } from './delivery.write.ts'

/** Runs follow each other at this distance at least, as the batches of streams do. */
const MIN_INTERVAL_MS = 1_000
/** Without changes, for retries. */
const MAX_INTERVAL_MS = 5_000
/** Longer than an attempt takes. After it, another worker continues for one that died. */
const LEASE_MS = 30_000
/** Webhooks for which a process sends at a time. */
const MAX_WEBHOOKS = 100

export interface WebhookWorker {
  /** Sends everything that is due. */
  run(): Promise<void>
  /** Follows the change feed from now on. */
  start(): void
  /** Interrupts the running attempts. Resolves when they have ended. */
  stop(): Promise<void>
}

interface Options {
  services: Services
  schema: GraphQLSchema
  /** Wakes the worker. What it misses, the next run finds in the database. */
  changes?: Pick<Changes, 'subscribe'>
  leaseMs?: number
}

/**
 * Delivers webhooks. Each process that serves requests has a worker. They share the work by leases,
 * and all that they know is in the database.
 */
export function createWebhookWorker({
  services,
  schema,
  changes,
  leaseMs = LEASE_MS,
}: Options): WebhookWorker {
  const { database, log } = services
  const stopped = new AbortController()
  const { signal } = stopped
  const deliver = createDeliverer({ services, schema, leaseMs, signal })
  const delivering = new Set<Promise<void>>()
  let wake = () => {}

  /** @returns the number of webhooks for which it begins to send */
  async function begin(): Promise<number> {
    while (!signal.aborted && (await takeChanges(database))) {}
    if (signal.aborted) return 0
    const count = MAX_WEBHOOKS - delivering.size
    const webhooks = await leaseWebhooks(database, { leaseMs, count })
    for (const webhook of webhooks) {
      const turn = deliver(webhook)
        .catch((err) => log.error({ err }, 'A webhook could not be delivered; trying again soon'))
        .finally(() => {
          delivering.delete(turn)
          wake()
        })
      delivering.add(turn)
    }
    return webhooks.length
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const { promise: woken, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await begin().catch((err) =>
        log.error({ err }, 'Webhooks could not be read; trying again soon'),
      )
      await Promise.race([woken, pause(MAX_INTERVAL_MS, signal, { ref: false })])
      const rest = Math.max(0, startedAt + MIN_INTERVAL_MS - performance.now())
      await pause(rest, signal, { ref: false })
    }
  }

  let following: Promise<void> | undefined
  return {
    async run() {
      while ((await begin()) > 0) await Promise.all(delivering)
    },
    start() {
      changes?.subscribe(() => wake())
      following = runDetached(follow)
    },
    async stop() {
      stopped.abort()
      await following
      await Promise.all(delivering)
    },
  }
}
