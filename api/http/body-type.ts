import type { IncomingHttpHeaders } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { paths } from '#rules/paths.ts'
import { uploadPicture } from '#rules/upload-api.ts'
import { hasForm, jsonTypeOf } from './content-types.ts'
import { isRead } from './methods.ts'
import { routedPath } from './paths.ts'
import { sendProblem } from './problem.ts'

/** Rejects writes whose body is not JSON, except uploads and the sign-in form. */
export const bodyTypeCheck: RequestHandler = (req, res, next) => {
  if (isRead(req.method) || routedPath(req) === uploadPicture.path) return next()
  // The only form that needs no script: its page must have sent it.
  if (isSignInForm(req) && isSentByPage(req.headers)) return next()
  // Many clients send a JSON type without a body.
  if (jsonTypeOf(req.get('content-type')) || !hasBody(req)) return next()
  sendProblem(res, {
    status: 415,
    code: 'BODY_TYPE_UNSUPPORTED',
    detail: 'Send JSON, with the header Content-Type: application/json.',
  })
}

function isSignInForm(req: Request): boolean {
  return req.method === 'POST' && routedPath(req) === paths.signIn && hasForm(req.headers)
}

/** The headers passed the check of the origin, so `Origin` is our own. */
function isSentByPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site === 'same-origin'
}

/** An empty HTML form still sends its content type. */
function hasBody(req: Request): boolean {
  return (
    req.get('content-type') !== undefined ||
    req.get('transfer-encoding') !== undefined ||
    Number(req.get('content-length') ?? 0) > 0
  )
}
