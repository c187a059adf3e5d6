import type { IncomingHttpHeaders } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Settings } from '#api/settings/settings.ts'
import { paths } from '#rules/paths.ts'
import { uploadPicture } from '#rules/upload-api.ts'
import { bearerSecret } from './bearer.ts'
import { hasForm, jsonTypeOf } from './content-types.ts'
import { isRead } from './methods.ts'
import { routedPath } from './paths.ts'
import { sendProblem } from './problem.ts'

/** Whether the headers rule out that another site sent the request. */
export function createSameOriginCheck({
  publicUrl,
}: Settings): (headers: IncomingHttpHeaders) => boolean {
  const { origin: ownOrigin } = new URL(publicUrl)
  return ({ origin, 'sec-fetch-site': site }) =>
    (origin === undefined || origin === ownOrigin) &&
    (site === undefined || site === 'same-origin' || site === 'none')
}

/**
 * Rejects cross-site writes (CSRF) by `Origin` or `Sec-Fetch-Site`, which browsers send. A script
 * sends neither, so it needs a content type or header that an HTML form cannot send, or an API
 * token. Of cross-site reads it rejects all but links: pictures and scripts of another site would
 * use up the limits of its visitors.
 */
export function csrfCheck(settings: Settings): RequestHandler {
  const isSameOrigin = createSameOriginCheck(settings)
  const { origin: ownOrigin } = new URL(settings.publicUrl)
  return (req, res, next) => {
    // Browsers send no such header by themselves.
    if (bearerSecret(req.headers) !== null) return next()
    if (isRead(req.method)) {
      if (!isEmbedded(req.headers)) return next()
      return sendProblem(res, {
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
        detail: 'Other sites may link to this address, but not load it.',
      })
    }
    if (!isSameOrigin(req.headers)) {
      return sendProblem(res, {
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
        detail: `Good Vibes only accepts changes from ${ownOrigin}. Open it there.`,
      })
    }
    // The only form that needs no script: its page must have sent it.
    if (isSignInForm(req) && isSentByPage(req.headers)) return next()
    const isScript = req.headers.origin === undefined && req.headers['sec-fetch-site'] === undefined
    if (routedPath(req) === uploadPicture.path) {
      if (!isScript || req.get('x-requested-with')) return next()
      return sendProblem(res, {
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
        detail: 'An upload from a script needs the header X-Requested-With.',
      })
    }
    // Many clients send a JSON type without a body.
    if (jsonTypeOf(req.get('content-type')) || !hasBody(req)) return next()
    sendProblem(res, {
      status: 415,
      code: 'BODY_TYPE_UNSUPPORTED',
      detail: 'Send JSON, with the header Content-Type: application/json.',
    })
  }
}

function isSignInForm(req: Request): boolean {
  return req.method === 'POST' && routedPath(req) === paths.signIn && hasForm(req.headers)
}

/** The headers passed the check of the origin, so `Origin` is our own. */
function isSentByPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site === 'same-origin'
}

/** Whether another site loads the address as a part of its own page. */
function isEmbedded(headers: IncomingHttpHeaders): boolean {
  const isNavigation =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return headers['sec-fetch-site'] === 'cross-site' && !isNavigation
}

/** An empty HTML form still sends its content type. */
function hasBody(req: Request): boolean {
  return (
    req.get('content-type') !== undefined ||
    req.get('transfer-encoding') !== undefined ||
    Number(req.get('content-length') ?? 0) > 0
  )
}
