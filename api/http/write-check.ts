import type { IncomingHttpHeaders } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Settings } from '#api/settings/settings.ts'
import { jsonTypeOf } from './json-type.ts'
import { isRead } from './methods.ts'
import { sendProblem } from './problem.ts'

const UPLOADS = '/api/media'

/** Whether no page of another site can have sent a request, as far as its headers tell. */
export function createSiteCheck({
  publicUrl,
}: Settings): (headers: IncomingHttpHeaders) => boolean {
  const { origin: own } = new URL(publicUrl)
  return ({ origin, 'sec-fetch-site': site }) =>
    (origin === undefined || origin === own) &&
    (site === undefined || site === 'same-origin' || site === 'none')
}

/**
 * Lets a write pass only when no page of another site can have sent it, whether it has a cookie or not. Browsers say
 * where a request comes from; what says nothing is a script, and has to send what a plain form cannot.
 */
export function writeCheck(settings: Settings): RequestHandler {
  const isOurs = createSiteCheck(settings)
  const { origin: own } = new URL(settings.publicUrl)
  return (req, res, next) => {
    if (isRead(req.method)) return next()
    if (!isOurs(req.headers)) {
      return sendProblem(res, {
        status: 403,
        detail: `Changes are taken from ${own} alone. Open Good Vibes there.`,
      })
    }
    const script = req.headers.origin === undefined && req.headers['sec-fetch-site'] === undefined
    if (isUpload(req)) {
      if (!script || req.get('x-requested-with')) return next()
      return sendProblem(res, {
        status: 403,
        detail: 'An upload from a script needs the header X-Requested-With.',
      })
    }
    // Many clients send the type with a call that has no body.
    if (jsonTypeOf(req.get('content-type')) || !hasBody(req)) return next()
    sendProblem(res, {
      status: 415,
      detail: 'Send JSON, with the header Content-Type: application/json.',
    })
  }
}

function isUpload(req: Request): boolean {
  return req.path.toLowerCase().replace(/\/$/, '') === UPLOADS
}

/** A form sends its type even when it is empty. */
function hasBody(req: Request): boolean {
  return (
    req.get('content-type') !== undefined ||
    req.get('transfer-encoding') !== undefined ||
    Number(req.get('content-length') ?? 0) > 0
  )
}
