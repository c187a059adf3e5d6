import type { Request, RequestHandler, Response } from 'express'
import { localsOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { messages } from '#rules/messages.ts'
import type { Auth } from './auth.ts'
import type { Session } from './session.ts'

const MAX_USER_AGENT_LENGTH = 255

/** What better-auth may see of a request's headers. */
export function headersOf(req: Request): Headers {
  const headers = new Headers()
  if (req.headers.cookie) headers.set('cookie', req.headers.cookie)
  headers.set('user-agent', (req.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH))
  return headers
}

export function passCookies(headers: Headers, res: Response): void {
  for (const cookie of headers.getSetCookie()) res.append('Set-Cookie', cookie)
}

/** A JSON object, or an empty one. */
export function bodyOf(req: Request): Record<string, unknown> {
  return typeof req.body === 'object' && req.body !== null
    ? (req.body as Record<string, unknown>)
    : {}
}

/**
 * The session of whoever is signed in.
 * @throws AppError UNAUTHENTICATED; the demo user is nobody here
 */
export function sessionOf(res: Response): Session {
  const { session } = localsOf(res)
  if (!session) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  return session
}

interface Account {
  id: string
  username: string
  displayName: string
  email: string
}

/** Lets a browser have its new session. The one that it had before is ended, as are those of anybody that ran out. */
export async function takeSession(res: Response, headers: Headers): Promise<void> {
  const { session, context } = localsOf(res)
  await context.database.session.deleteMany({
    where: {
      OR: [{ expiresAt: { lt: new Date() } }, ...(session ? [{ token: session.token }] : [])],
    },
  })
  passCookies(headers, res)
  await context.replicas?.afterWrite(context)
}

/**
 * Answers that somebody is signed in now. The token went out in the cookie; it is not in the body, where scripts of a
 * page could read it.
 */
export async function answerSignedIn(
  res: Response,
  headers: Headers,
  account: Account,
): Promise<void> {
  await takeSession(res, headers)
  const { id, username, displayName, email } = account
  res.json({ user: { id: toPublicId('User', id), username, displayName, email } })
}

/** Ends the session on the server and in the browser; 204, whether there was one or not. */
export function signOut(auth: Auth): RequestHandler {
  return async (req, res) => {
    const { headers } = await auth.api.signOut({ headers: headersOf(req), returnHeaders: true })
    passCookies(headers, res)
    res.status(204).end()
  }
}

declare module '#api/http/locals.ts' {
  interface Locals {
    session: Session | null
  }
}
