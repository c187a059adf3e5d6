import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Settings } from '#api/settings/settings.ts'
import { internalErrorResponse } from './error-response.ts'
import { fixedHeaders, writeResponse } from './fixed-headers.ts'

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
      const response = internalErrorResponse(req.url ?? '', req, requestId)
      writeResponse(res, sharedHeaders, requestId, response)
    }
  }
}
