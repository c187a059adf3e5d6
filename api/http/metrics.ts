import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { Histogram, Registry } from 'prom-client'
import type { Settings } from '#api/settings/settings.ts'
import { operationLabel } from '#api/telemetry/operations.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import { collectClusterMetrics, shareWithPrimary } from '#api/telemetry/worker-metrics.ts'
import { isLoopbackAddress, isLoopbackName, requestedHost } from './host.ts'
import { methodLabel } from './methods.ts'
import { notFound } from './problem.ts'

/** Headers by which proxies name the client, the address it asked for, or themselves. */
const PROXY_HEADER =
  /forwarded|proxy|^(via|cdn-loop)$|(ip|ipv6|addr|address)$|^(cf|x-(original|envoy|amzn|azure))-/
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  /** Counts a request that is over, with the seconds that it took. */
  observe(
    method: string,
    route: string,
    status: number | 'aborted',
    operation: string | null,
    seconds: number,
  ): void
  /** Answers /metrics for those who may read it; for others there is no such address. */
  endpoint: RequestHandler
}

export function createMetrics(settings: Settings): Metrics {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their address, their status and the GraphQL operation.',
    labelNames: ['method', 'route', 'status', 'operation'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const own = Registry.merge([registry, processMetrics])
  if (cluster.isWorker) shareWithPrimary(own)

  return {
    observe: (method, route, status, operation, seconds) =>
      duration.observe(
        { method: methodLabel(method), route, status, operation: operationLabel(operation) },
        seconds,
      ),
    async endpoint(req, res) {
      if (!mayRead(req, settings)) return notFound(res)
      res
        .set('Cache-Control', 'no-store')
        .type(own.contentType)
        .send(await (cluster.isWorker ? collectClusterMetrics() : own.metrics()))
    },
  }
}

function mayRead(req: Request, { metricsToken }: Settings): boolean {
  if (metricsToken !== undefined)
    return sameText(req.get('authorization') ?? '', `Bearer ${metricsToken}`)
  const forwarded = Object.keys(req.headers).some((name) => PROXY_HEADER.test(name))
  return (
    !forwarded && isLoopbackAddress(req.socket.remoteAddress) && isLoopbackName(requestedHost(req))
  )
}

/** Compares without telling by its time how much of it is right. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
