import type { Request, RequestHandler, Response } from 'express'
import type { Services } from '#api/context.ts'
import { localsOf } from '#api/http/locals.ts'
import { toPublicId } from '#api/lib/ids.ts'
import * as accountApi from '#rules/account-api.ts'
import { mapApiErrors, signInFailed } from '../common/better-auth-errors.ts'
import { respond } from './account-route.ts'
import type { Auth } from './auth.ts'
import type { Session } from './session.ts'

const MAX_USER_AGENT_LENGTH = 255

/** The request headers that better-auth gets. */
export function headersOf(req: Request): Headers {
  const headers = new Headers()
  if (req.headers.cookie) headers.set('cookie', req.headers.cookie)
  headers.set('user-agent', (req.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH))
  return headers
}

export function forwardCookies(headers: Headers, res: Response): void {
  for (const cookie of headers.getSetCookie()) res.append('Set-Cookie', cookie)
}

export interface SessionAccount {
  id: string
  username: string
  displayName: string
  email: string
}

/**
 * Creates a session for an account whose owner was identified.
 * @param toError for a disabled account; by default UNAUTHENTICATED
 * @returns the session's cookies and token
 */
export async function createSession(
  auth: Auth,
  req: Request,
  userId: string,
  toError: () => Error = signInFailed,
): Promise<{ headers: Headers; token: string }> {
  const call = auth.api.signInAs({
    body: { userId },
    headers: headersOf(req),
    returnHeaders: true,
  })
  const { headers, response } = await mapApiErrors(call, toError)
  return { headers, token: response.token }
}

/**
 * Checks again what led to a new session, and deletes it if that throws. What removes a login
 * method ends the sessions that exist by then, so the check has to come after this one exists.
 */
export async function checkNewSession(
  { database }: Pick<Services, 'database'>,
  token: string,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    await database.session.deleteMany({ where: { token } })
    throw error
  }
}

/** Sends a new session's cookies, and deletes the browser's previous sessions and expired ones. */
export async function replaceSession(res: Response, headers: Headers): Promise<void> {
  const { sessionTokens, context } = localsOf(res)
  await context.database.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: new Date() } }, { token: { in: [...sessionTokens] } }] },
  })
  forwardCookies(headers, res)
  await context.replicas?.afterWrite(context)
}

/** Responds with the user. The token is only in the HttpOnly cookie, out of reach of scripts. */
export async function sendSignedIn(
  res: Response,
  headers: Headers,
  account: SessionAccount,
): Promise<void> {
  await replaceSession(res, headers)
  const { id, username, displayName, email } = account
  respond(res, accountApi.signIn, {
    user: { id: toPublicId('User', id), username, displayName, email },
  })
}

/**
 * Ends the browser's sessions, of which it rarely has several, on the server and in the browser.
 * Responds with 204, also without a session.
 */
export function signOut(auth: Auth): RequestHandler {
  return async (req, res) => {
    const { session, sessionTokens, context } = localsOf(res)
    const others = sessionTokens.filter((token) => token !== session?.token)
    if (others.length > 0)
      await context.database.session.deleteMany({ where: { token: { in: others } } })
    const { headers } = await auth.api.signOut({ headers: headersOf(req), returnHeaders: true })
    forwardCookies(headers, res)
    respond(res, accountApi.signOut)
  }
}

declare module '#api/http/locals.ts' {
  interface Locals {
    session: Session | null
    /** Of the request's cookies: the session's own, and those of sessions that ended. */
    sessionTokens: readonly string[]
  }
}
