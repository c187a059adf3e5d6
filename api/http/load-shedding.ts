import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { BodyBudget, expectLateBody } from '#api/admission/bodies.ts'
import { releaseSlot } from '#api/admission/connections.ts'
import { delayRejections } from '#api/admission/delay-rejections.ts'
import { customerKey } from '#api/lib/address-key.ts'
import { Turns } from '#api/lib/turns.ts'
import type { Settings } from '#api/settings/settings.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import type { createClientAddress } from './client-address.ts'
import { endSlowRequest } from './client-errors.ts'
import { unavailableResponse } from './error-response.ts'
import { fixedHeaders, writeResponse } from './fixed-headers.ts'
import { isHealthCheck, type LaneName, Lanes } from './lanes.ts'
import { OVERLOAD_MESSAGE, OverloadError } from './overload-error.ts'
import { dropBody, hasSmallJson, receiveBody } from './received-body.ts'

/** The label of the metric of rejected requests. */
const rejectionReasons = ['requests', 'sign-ins', 'pictures', 'bodies'] as const
type RejectionReason = LaneName | 'bodies'

/** A log line per rejection would cost more than the rejection. */
const LOG_INTERVAL_MS = 1_000

const shed = new Counter({
  name: 'http_requests_shed_total',
  help: 'Requests rejected with 503 because of overload, by the exhausted resource.',
  labelNames: ['reason'],
  registers: [processMetrics],
})
for (const reason of rejectionReasons) shed.inc({ reason }, 0)

interface LoadSheddingOptions {
  settings: Settings
  log: Logger
  addressOf: ReturnType<typeof createClientAddress>
}

/**
 * Admits requests to the application, or rejects them with 503 when the server cannot serve them
 * soon. A request with a small body is admitted once it is complete.
 */
export function createLoadShedding(
  app: RequestListener,
  { settings, log, addressOf }: LoadSheddingOptions,
): RequestListener {
  const lanes = new Lanes()
  const turns = new Turns()
  const logRejection = createRejectionLogger(log)
  const count = (reason: RejectionReason) => {
    shed.inc({ reason })
    logRejection(reason)
  }
  const bodies = new BodyBudget({
    addressOf: (req) => customerKey(addressOf(req)),
    expire: endSlowRequest,
    onRefused: () => count('bodies'),
  })
  const reject = createRejection(settings)

  /** @returns whether the application may handle the request */
  function admit(req: IncomingMessage, res: ServerResponse): boolean {
    const full = lanes.admit(req, res)
    if (full === null) return true
    count(full)
    reject(req, res)
    return false
  }
  async function admitComplete(req: IncomingMessage, res: ServerResponse, bytes: number) {
    const full = lanes.admitComplete(req, res)
    if (full !== null) {
      count(full)
      throw new OverloadError()
    }
    await new Promise<void>((resolve) => turns.run(bytes, resolve))
  }
  function begin(req: IncomingMessage, res: ServerResponse) {
    // The caller may be gone since.
    if (!req.socket.destroyed && admit(req, res)) app(req, res)
  }
  return (req, res) => {
    if (!hasSmallJson(req)) {
      expectLateBody(req, {
        budget: bodies,
        begin: () => lanes.beginBody(req, res),
        admit: (bytes) => admitComplete(req, res, bytes),
      })
      // Monitoring has to work under overload.
      if (isHealthCheck(req)) begin(req, res)
      else turns.run(0, () => begin(req, res))
      return
    }
    // An idle connection keeps its last request, even with a body that no handler read.
    res.once('close', () => dropBody(req))
    // What waits for its turn takes no place yet.
    receiveBody(req, { budget: bodies, turns }, () => begin(req, res))
  }
}

interface RejectedRequest {
  req: IncomingMessage
  res: ServerResponse
}

/** Responds with 503, after a delay. */
function createRejection(settings: Settings): (req: IncomingMessage, res: ServerResponse) => void {
  const sharedHeaders = fixedHeaders(settings)
  const rejectLater = delayRejections(({ req, res }: RejectedRequest) => {
    if (res.destroyed) return
    const id = randomUUID()
    writeResponse(
      res,
      sharedHeaders,
      id,
      unavailableResponse(req.url ?? '', req, id, OVERLOAD_MESSAGE),
    )
  })
  return (req, res) => {
    releaseSlot(res)
    dropBody(req)
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
