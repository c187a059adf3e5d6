import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Settings } from '#api/settings/settings.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { internalErrorResponse } from './internal-error.ts'

/** Responds to errors that are thrown outside of Express. They would end the process. */
export function catchErrors(
  app: RequestListener,
  settings: Settings,
  log: Logger,
): RequestListener {
  const sharedHeaders = fixedHeaders(settings)
  return (req, res) => {
    try {
      app(req, res)
    } catch (err) {
      const requestId = randomUUID()
      log.error({ err, requestId }, 'A request failed')
      if (res.headersSent) return void res.destroy()
      const { status, type, body } = internalErrorResponse(req.url ?? '', req, requestId)
      const ownHeaders = ['X-Request-Id', requestId, 'Content-Type', type]
      res.writeHead(status, [...sharedHeaders, ...ownHeaders]).end(body)
    }
  }
}
