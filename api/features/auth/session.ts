import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-call'
import type { Services } from '../../context.ts'
import { type Auth, SESSION_LIFETIME, SESSION_RENEWAL } from './auth.ts'

export interface Session {
  token: string
  /** The UUID of the account. */
  userId: string
  expiresAt: Date
}

/** Looks up who a request's cookie belongs to. */
export interface Sessions {
  /** One indexed statement, and none without a cookie that this server signed. Null once it ended, expired or its account was disabled. */
  find(cookies: string | undefined): Promise<Session | null>
  /** Lengthens a session that is due; the `Set-Cookie` lines to send, if any. */
  renew(session: Session, cookies: string): Promise<string[]>
}

export async function createSessions({ settings, database }: Services, auth: Auth): Promise<Sessions> {
  const cookieName = (await auth.$context).authCookies.sessionToken.name

  /** The token of a cookie as better-auth signs it: the token, a dot, its HMAC-SHA256 in base64. */
  function readToken(cookies: string): string | null {
    const value = parseCookies(cookies).get(cookieName)
    const dot = value?.lastIndexOf('.') ?? -1
    if (!value || dot < 1) return null
    const token = value.slice(0, dot)
    const signature = Buffer.from(value.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', settings.authSecret).update(token).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
  }

  return {
    async find(cookies) {
      const token = cookies?.includes(cookieName) ? readToken(cookies) : null
      if (!token) return null
      const [session] = await database.$queryRaw<Session[]>`
        SELECT s."token", s."userId"::text, s."expiresAt" FROM "Session" s JOIN "User" u ON u."id" = s."userId"
        WHERE s."token" = ${token} AND s."expiresAt" > now() AND u."disabledAt" IS NULL`
      return session ?? null
    },
    async renew(session, cookies) {
      if (session.expiresAt.getTime() - Date.now() > (SESSION_LIFETIME - SESSION_RENEWAL) * 1000) return []
      const { headers } = await auth.api.getSession({ headers: new Headers({ cookie: cookies }), returnHeaders: true })
      return headers.getSetCookie()
    },
  }
}
