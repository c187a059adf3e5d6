import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { toPublicId } from '#api/lib/ids.ts'
import { type RequestContext, requestContextOf, runWith } from '#api/telemetry/request-context.ts'
import { accountOf } from '#api/token-grant.ts'
import { isEventStream } from './content-types.ts'
import { localsOf } from './locals.ts'
import type { Metrics } from './metrics.ts'

interface RequestOutcome {
  method: string
  /** The route's pattern, so that logs and metrics contain no usernames. */
  route: string
  /** Null when the caller disconnected before the response. */
  status: number | null
  /** Bytes of the response body. */
  bytes: number
  aborted?: true
  /** Lasts as long as its client wants, so its duration says nothing. */
  isStream?: true
}

/** Logs and measures a completed request, and ends its trace. */
export type RequestObserver = (context: RequestContext, outcome: RequestOutcome) => void

export function createRequestObserver(log: Logger, metrics: Metrics): RequestObserver {
  // These lines contain no secrets, so redaction would only cost time.
  const requestLog = log.child({}, { redact: [] })
  return (context, outcome) => {
    const { operation } = context
    const { method, route, status, aborted, isStream } = outcome
    const ms = performance.now() - context.startedAt
    if (!isStream) metrics.observe(method, route, status ?? 'aborted', operation, ms / 1000)
    const isError = !aborted && status !== null && status >= 500
    requestLog[isError ? 'error' : 'info'](
      logLine(context, outcome, ms),
      `${method} ${route} ${aborted ? 'aborted' : status}`,
    )
    endTrace(context, outcome)
  }
}

const MAX_NAME_LENGTH = 80

/** pino leaves out undefined fields. */
function logLine(
  { id, statements, operation, viewer, span }: RequestContext,
  { method, route, status, bytes, aborted }: RequestOutcome,
  ms: number,
) {
  return {
    id,
    method,
    route,
    operation: operation?.slice(0, MAX_NAME_LENGTH),
    viewer: viewer === null ? undefined : toPublicId('User', viewer),
    status,
    ms: Math.round(ms * 10) / 10,
    statements,
    bytes,
    aborted,
    trace: span?.traceId ?? undefined,
  }
}

function endTrace(
  { id, operation, span }: RequestContext,
  { method, route, status }: RequestOutcome,
) {
  if (!span) return
  span.rename(`${method} ${route}`)
  span.end(status === null || status >= 500 ? { code: String(status ?? 'aborted') } : null, {
    'http.request.method': method,
    'http.route': route,
    ...(status !== null && { 'http.response.status_code': status }),
    ...(operation !== null && { 'graphql.operation.name': operation.slice(0, MAX_NAME_LENGTH) }),
    'good_vibes.request.id': id,
  })
}

/**
 * Gives each request an id and reports its end to the observer. Paths, queries, headers and bodies
 * are private and stay out of the log.
 */
export function observeRequests(
  observe: RequestObserver,
  routeLabel: (req: Request) => string,
): RequestHandler {
  return (req, res, next) => {
    const context = requestContextOf(req)
    const { method, socket } = req
    const bytesBefore = socket.bytesWritten
    localsOf(res).requestId = context.id
    res.set('X-Request-Id', context.id)
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null
      const bytes =
        method === 'HEAD'
          ? 0
          : Number(res.getHeader('content-length') ?? socket.bytesWritten - bytesBefore)
      const caller = localsOf(res).context
      context.viewer ??= (caller && accountOf(caller))?.id ?? null
      observe(context, {
        method,
        route: routeLabel(req),
        status,
        bytes,
        ...(!res.writableFinished && { aborted: true }),
        ...(isEventStream(res) && { isStream: true }),
      })
    })
    runWith(context, next)
  }
}
