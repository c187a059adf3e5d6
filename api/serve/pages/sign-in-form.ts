import type { Request, RequestHandler, Response } from 'express'
import type { Auth } from '#api/features/auth/session/auth.ts'
import { replaceSession } from '#api/features/auth/session/session.http.ts'
import { signInWith } from '#api/features/auth/sign-in/sign-in.http.ts'
import { SMALL_BODY_BYTES } from '#api/http/body-limits.ts'
import { readRest } from '#api/http/body-parsers.ts'
import { hasForm } from '#api/http/content-types.ts'
import { AppError, httpStatus } from '#api/lib/errors.ts'
import { safeReturnTo } from '#rules/return-to.ts'
import type { PageFiles } from './page-files.ts'
import { notBuilt } from './pages.ts'

/** Signs in by the form of the sign-in page, as browsers send it without scripts. */
export function signInForm(auth: Auth, pages: PageFiles | null): RequestHandler {
  return async (req, res, next) => {
    if (!hasForm(req.headers)) return next()
    if (!pages) return notBuilt(res)
    const fields = Object.fromEntries(new URLSearchParams(await readForm(req, res)))
    try {
      const { headers } = await signInWith(auth, req, res, fields)
      await replaceSession(res, headers)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return sendProblem(pages, { req, res }, error, fields.email ?? '')
    }
    res.redirect(303, safeReturnTo(req.query.returnTo))
  }
}

/** @throws AppError TOO_LARGE, UNSUPPORTED_MEDIA */
async function readForm(req: Request, res: Response): Promise<string> {
  if ((req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA', 'BODY_TYPE_UNSUPPORTED')
  return (await readRest(req, res, { maxBytes: SMALL_BODY_BYTES })).toString()
}

/** Sends the page again, with what went wrong. */
function sendProblem(
  pages: PageFiles,
  { req, res }: { req: Request; res: Response },
  { code, message: problem, retryAfter }: AppError,
  identifier: string,
) {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter))
  pages.sendSignIn(req, res.status(httpStatus[code]), { problem, identifier })
}
