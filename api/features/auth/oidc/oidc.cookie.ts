import { parseCookies } from 'better-call'
import type { Request, Response } from 'express'
import { cookiePrefix } from '#api/http/cookie-name.ts'
import type { Settings } from '#api/settings/settings.ts'
import { DEPARTURE_LASTS } from './authorization-requests.ts'

/** What ties somebody who is sent to the provider to the browser that was sent: the state, out of reach of scripts and other sites. */
export function oidcCookie(settings: Pick<Settings, 'publicUrl'>) {
  const secure = settings.publicUrl.startsWith('https:')
  const name = `${cookiePrefix(settings)}.oidc`
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    set: (res: Response, state: string) =>
      void res.cookie(name, state, { ...options, maxAge: DEPARTURE_LASTS }),
    /** It is good once. */
    take(req: Request, res: Response): string | null {
      res.cookie(name, '', { ...options, maxAge: 0 })
      return parseCookies(req.headers.cookie ?? '').get(name) || null
    },
  }
}
