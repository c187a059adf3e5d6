import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { releaseSlot } from '#api/limits/overload/connections.ts'
import { delayRejections } from '#api/limits/overload/delay-rejections.ts'
import type { Settings } from '#api/settings/settings.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import { Admission, type RejectionReason, rejectionReasons } from './admission.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { unavailableResponse } from './unavailable.ts'

const OVERLOAD_MESSAGE = 'Good Vibes is very busy at the moment. Please try again in a few seconds.'
/** Monitoring has to work under overload. */
const NEVER_SHED = /^\/(healthz|readyz|metrics)(\?|$)/
/** A log line per rejection would cost more than the rejection. */
const LOG_INTERVAL_MS = 1_000

const shed = new Counter({
  name: 'http_requests_shed_total',
  help: 'Requests rejected with 503 because of overload, by the exhausted resource.',
  labelNames: ['reason'],
  registers: [processMetrics],
})
for (const reason of rejectionReasons) shed.inc({ reason }, 0)

interface RejectedRequest {
  req: IncomingMessage
  res: ServerResponse
}

/** Rejects requests with 503 when the server cannot serve them soon. */
export function createLoadShedding(
  app: RequestListener,
  settings: Settings,
  log: Logger,
): RequestListener {
  const admission = new Admission()
  const sharedHeaders = fixedHeaders(settings)
  const logRejection = createRejectionLogger(log)
  const rejectLater = delayRejections(reject)

  function reject({ req, res }: RejectedRequest): void {
    if (res.destroyed) return
    const id = randomUUID()
    const { status, type, body, headers } = unavailableResponse(
      req.url ?? '',
      req,
      id,
      OVERLOAD_MESSAGE,
    )
    const ownHeaders = [
      'X-Request-Id',
      id,
      'Content-Type',
      type,
      'Content-Length',
      String(Buffer.byteLength(body)),
    ]
    // Node sends a string body in one write with the head, which halves the time.
    res.writeHead(status, [...sharedHeaders, ...ownHeaders, ...headers]).end(body)
  }

  return (req, res) => {
    const reason = admission.rejects(req, res)
    if (reason === null || NEVER_SHED.test(req.url ?? '')) return app(req, res)
    shed.inc({ reason })
    logRejection(reason)
    releaseSlot(req)
    rejectLater({ req, res })
  }
}

/** Logs the number of rejections once a second. */
function createRejectionLogger(log: Logger): (reason: RejectionReason) => void {
  const counts = new Map<RejectionReason, number>()
  const logCounts = () => {
    log.warn(
      { rejected: Object.fromEntries(counts) },
      'Requests were rejected with 503 because of overload',
    )
    counts.clear()
  }
  return (reason) => {
    if (counts.size === 0) setTimeout(logCounts, LOG_INTERVAL_MS).unref()
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
}
