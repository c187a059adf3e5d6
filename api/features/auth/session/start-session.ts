import type { Request } from 'express'
import { inOurWords, signInFailed } from '../common/better-auth-errors.ts'
import type { Auth } from './auth.ts'
import { headersOf } from './session.http.ts'

/**
 * Begins a session for whoever knows the password.
 * @returns the cookies that the browser is to have, and the session's token
 * @throws AppError UNAUTHENTICATED
 */
export async function startSession(
  auth: Auth,
  req: Request,
  { email, password }: { email: string; password: string },
): Promise<{ headers: Headers; token: string }> {
  const call = auth.api.signInEmail({
    body: { email, password },
    headers: headersOf(req),
    returnHeaders: true,
  })
  const { headers, response } = await inOurWords(call, signInFailed)
  return { headers, token: response.token }
}
