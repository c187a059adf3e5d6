import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { localsOf } from './locals.ts'

/**
 * Gives each request an id, which the answer carries too, and writes one line about it when it is over. A line has no
 * query string, header or body: what people search for and sign in with is nobody's business.
 */
export function requestLog(log: Logger): RequestHandler {
  const lines = requestLines(log)
  return (req, res, next) => {
    const id = randomUUID()
    const begun = performance.now()
    const { method, path } = req
    localsOf(res).requestId = id
    res.set('X-Request-Id', id)
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null
      const ms = performance.now() - begun
      logRequest(lines, { id, method, path, status, ms, ...(!res.writableFinished && { aborted: true }) })
    })
    next()
  }
}

/** A log for requests' lines. These have fields of their own and no secret, so none is looked for. */
export function requestLines(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

/** A request as its line in the log tells it. */
interface LoggedRequest {
  id: string
  method: string | undefined
  path: string
  /** Null when the caller went away before there was an answer. */
  status: number | null
  ms: number
  aborted?: boolean
}

export function logRequest(lines: Logger, { ms, ...line }: LoggedRequest): void {
  const { method, path, status } = line
  const level = status !== null && status >= 500 ? 'error' : 'info'
  lines[level]({ ...line, ms: Math.round(ms * 10) / 10 }, `${method} ${path} ${status}`)
}
