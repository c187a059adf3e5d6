import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { toPublicId } from '#api/lib/ids.ts'
import { type RequestContext, requestContextOf, runWith } from '#api/telemetry/request-context.ts'
import { localsOf } from './locals.ts'
import type { Metrics } from './metrics.ts'

/** How a request ended. */
interface Ended {
  method: string
  /** The pattern of its address, so that nobody's name is in it. */
  route: string
  /** Null when the caller went away before there was an answer. */
  status: number | null
  /** Of the body that was sent, before it was packed where that is done at the end. */
  bytes: number
  aborted?: true
}

/** Notes a request that is over: a line in the log, and what is measured. */
export type Recorder = (work: RequestContext, ended: Ended) => void

export function createRecorder(log: Logger, metrics: Metrics): Recorder {
  // A line has fields of its own and no secret, so none is looked for.
  const lines = log.child({}, { redact: [] })
  return (
    { id, startedAt, statements, operation, viewer, span },
    { method, route, status, bytes, aborted },
  ) => {
    const ms = performance.now() - startedAt
    metrics.observe(method, route, status ?? 'aborted', operation, ms / 1000)
    // What is undefined is not written.
    const line = {
      id,
      method,
      route,
      operation: operation?.slice(0, LONGEST_NAME),
      viewer: viewer === null ? undefined : toPublicId('User', viewer),
      status,
      ms: Math.round(ms * 10) / 10,
      statements,
      bytes,
      aborted,
      trace: span?.traceId ?? undefined,
    }
    const isFault = !aborted && status !== null && status >= 500
    lines[isFault ? 'error' : 'info'](line, `${method} ${route} ${aborted ? 'aborted' : status}`)
    if (span) {
      span.rename(`${method} ${route}`)
      span.end(status === null || status >= 500 ? { code: String(status ?? 'aborted') } : null, {
        'http.request.method': method,
        'http.route': route,
        ...(status !== null && { 'http.response.status_code': status }),
        ...(operation !== null && { 'graphql.operation.name': operation.slice(0, LONGEST_NAME) }),
        'good_vibes.request.id': id,
      })
    }
  }
}

const LONGEST_NAME = 80

/**
 * Gives each request an id, which the answer carries too, and notes it when it is over. Nothing of its address but the
 * pattern, of its headers or its body is noted: what people search for and sign in with is nobody's business.
 */
export function requestRecord(
  record: Recorder,
  routeLabel: (req: Request) => string,
): RequestHandler {
  return (req, res, next) => {
    const work = requestContextOf(req)
    const { method, socket } = req
    const before = socket.bytesWritten
    localsOf(res).requestId = work.id
    res.set('X-Request-Id', work.id)
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null
      const length =
        method === 'HEAD'
          ? 0
          : Number(res.getHeader('content-length') ?? socket.bytesWritten - before)
      work.viewer ??= localsOf(res).context?.viewer?.id ?? null
      record(work, {
        method,
        route: routeLabel(req),
        status,
        bytes: length,
        ...(!res.writableFinished && { aborted: true }),
      })
    })
    runWith(work, next)
  }
}
