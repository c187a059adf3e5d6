import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { releaseSlot } from '#api/limits/overload/connections.ts'
import { delayRejections } from '#api/limits/overload/delay-rejections.ts'
import type { Settings } from '#api/settings/settings.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import { Admission, type Reason, reasons } from './admission.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { unavailableAnswer } from './unavailable.ts'

const SENTENCE = 'Good Vibes is very busy at the moment. Please try again in a few seconds.'
/** Who watches the product has to see it when it is busy more than ever. */
const NEVER_SHED = /^\/(healthz|readyz|metrics)(\?|$)/
/** Milliseconds between two lines in the log, since a line for each would be more work than what it tells of. */
const BETWEEN_LINES = 1_000

const shed = new Counter({
  name: 'http_requests_shed_total',
  help: 'Requests that were answered 503 at the door because too many were being worked on, by what there was too much of.',
  labelNames: ['reason'],
  registers: [processMetrics],
})
for (const reason of reasons) shed.inc({ reason }, 0)

interface Refused {
  req: IncomingMessage
  res: ServerResponse
}

/** Answers 503 to what comes beyond what can be served soon, and passes on the rest. */
export function createLoadShedding(
  app: RequestListener,
  settings: Settings,
  log: Logger,
): RequestListener {
  const [admission, fixed, tell] = [new Admission(), fixedHeaders(settings), createTeller(log)]

  const pause = delayRejections(refuse)

  function refuse({ req, res }: Refused): void {
    if (res.destroyed) return
    const id = randomUUID()
    const { status, type, body, headers } = unavailableAnswer(req.url ?? '', req, id, SENTENCE)
    const own = [
      'X-Request-Id',
      id,
      'Content-Type',
      type,
      'Content-Length',
      String(Buffer.byteLength(body)),
    ]
    // A body that is text goes out in one piece with the head, which takes half of the time.
    res.writeHead(status, [...fixed, ...own, ...headers]).end(body)
  }

  return (req, res) => {
    const reason = admission.refuses(req, res)
    if (reason === null || NEVER_SHED.test(req.url ?? '')) return app(req, res)
    shed.inc({ reason })
    tell(reason)
    releaseSlot(req)
    pause({ req, res })
  }
}

/** Tells the log what was refused, once a second. */
function createTeller(log: Logger): (reason: Reason) => void {
  const refused = new Map<Reason, number>()
  const tellAll = () => {
    log.warn(
      { refused: Object.fromEntries(refused) },
      'Requests were answered 503 because too many were being worked on',
    )
    refused.clear()
  }
  return (reason) => {
    if (refused.size === 0) setTimeout(tellAll, BETWEEN_LINES).unref()
    refused.set(reason, (refused.get(reason) ?? 0) + 1)
  }
}
