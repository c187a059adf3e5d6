import cluster from 'node:cluster'
import { hash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { Histogram, Registry } from 'prom-client'
import type { Settings } from '#api/settings/settings.ts'
import { operationLabel } from '#api/telemetry/operations.ts'
import { firstProcessMetrics, processMetrics } from '#api/telemetry/registry.ts'
import { collectClusterMetrics, shareWithPrimary } from '#api/telemetry/worker-metrics.ts'
import { isLoopbackAddress, isLoopbackName, requestedHost } from './host.ts'
import { methodLabel } from './methods.ts'
import { notFound } from './problem.ts'

/** Headers in which proxies send the client's address, the requested host, or their own name. */
const PROXY_HEADER =
  /forwarded|proxy|^(via|cdn-loop)$|(ip|ipv6|addr|address)$|^(cf|x-(original|envoy|amzn|azure))-/
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  /** Records the duration of a completed request. */
  observe(
    method: string,
    route: string,
    status: number | 'aborted',
    operation: string | null,
    seconds: number,
  ): void
  /** Serves /metrics to callers with access, and 404 to others. */
  endpoint: RequestHandler
}

export function createMetrics(settings: Settings): Metrics {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, by method, route pattern, status and GraphQL operation.',
    labelNames: ['method', 'route', 'status', 'operation'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  // The first process adds its own to those of its workers.
  const ofJobs = cluster.isWorker ? [] : [firstProcessMetrics]
  const merged = Registry.merge([registry, processMetrics, ...ofJobs])
  if (cluster.isWorker) shareWithPrimary(merged)

  return {
    observe: (method, route, status, operation, seconds) =>
      duration.observe(
        { method: methodLabel(method), route, status, operation: operationLabel(operation) },
        seconds,
      ),
    async endpoint(req, res) {
      if (!hasAccess(req, settings)) return notFound(res)
      res
        .set('Cache-Control', 'no-store')
        .type(merged.contentType)
        .send(await (cluster.isWorker ? collectClusterMetrics() : merged.metrics()))
    },
  }
}

function hasAccess(req: Request, { metricsToken }: Settings): boolean {
  if (metricsToken !== undefined)
    return isEqual(req.get('authorization') ?? '', `Bearer ${metricsToken}`)
  const forwarded = Object.keys(req.headers).some((name) => PROXY_HEADER.test(name))
  return (
    !forwarded && isLoopbackAddress(req.socket.remoteAddress) && isLoopbackName(requestedHost(req))
  )
}

/** Compares in constant time, against timing attacks. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(a), digest(b))
}
