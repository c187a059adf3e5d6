import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { localsOf } from './locals.ts'

/**
 * Gives each request an id, which the answer carries too, and writes one line about it when it is over. A line has no
 * query string, header or body: what people search for and sign in with is nobody's business.
 */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const id = randomUUID()
    const begun = performance.now()
    const { method, path } = req
    localsOf(res).requestId = id
    res.set('X-Request-Id', id)
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null
      const ms = Math.round((performance.now() - begun) * 10) / 10
      const line = { id, method, path, status, ms, ...(!res.writableFinished && { aborted: true }) }
      if (res.statusCode >= 500) log.error(line, `${method} ${path} ${status}`)
      else log.info(line, `${method} ${path} ${status}`)
    })
    next()
  }
}
