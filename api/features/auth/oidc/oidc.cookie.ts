import { parseCookies } from 'better-call'
import type { Request, Response } from 'express'
import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import type { Settings } from '#api/settings/settings.ts'
import { AUTHORIZATION_REQUEST_TTL_MS } from './authorization-requests.ts'

export type OidcCookie = ReturnType<typeof oidcCookie>

/** Holds the `state` parameter, which binds an authorization request to the browser. */
export function oidcCookie(settings: Pick<Settings, 'publicUrl'>) {
  const secure = settings.publicUrl.startsWith('https:')
  const name = `${cookiePrefix(settings)}.oidc`
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    set: (res: Response, state: string) =>
      void res.cookie(name, state, { ...options, maxAge: AUTHORIZATION_REQUEST_TTL_MS }),
    /** Reads the state and clears the cookie. */
    consume(req: Request, res: Response): string | null {
      res.cookie(name, '', { ...options, maxAge: 0 })
      return parseCookies(req.headers.cookie ?? '').get(name) || null
    },
  }
}
