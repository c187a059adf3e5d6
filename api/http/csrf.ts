import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import type { Settings } from '#api/settings/settings.ts'
import { uploadPicture } from '#rules/upload-api.ts'
import { bearerSecret } from './bearer.ts'
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
 * sends neither, so it needs a header that an HTML form cannot send: an API token, the JSON type
 * that `bodyTypeCheck` requires, or another one for an upload. Of cross-site reads it rejects all
 * but links: pictures and scripts of another site would use up the limits of its visitors.
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
    const isScript = req.headers.origin === undefined && req.headers['sec-fetch-site'] === undefined
    const isUpload = routedPath(req) === uploadPicture.path
    if (!isUpload || !isScript || req.get('x-requested-with')) return next()
    sendProblem(res, {
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
      detail: 'An upload from a script needs the header X-Requested-With.',
    })
  }
}

/** Whether another site loads the address as a part of its own page. */
function isEmbedded(headers: IncomingHttpHeaders): boolean {
  const isNavigation =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return headers['sec-fetch-site'] === 'cross-site' && !isNavigation
}
