import type { Request, RequestHandler } from 'express'
import { demoUser } from '#rules/demo-user.ts'
import type { Services, Viewer } from '../context.ts'
import type { Session, Sessions } from '../features/auth/session.ts'
import { DEMO_USER_UUID } from '../ids.ts'
import { createClientAddress } from './client-address.ts'
import { localsOf } from './locals.ts'

/** Finds out who calls, for every door behind it. */
export function identity(services: Services, sessions: Sessions): RequestHandler {
  const addressOf = createClientAddress(services.settings)
  return async (req, res, next) => {
    const locals = localsOf(res)
    const { cookie } = req.headers
    const token = sessions.tokenIn(cookie)
    const session = token ? await sessions.find(token) : null
    if (session && cookie && sessions.isDue(session))
      for (const line of await sessions.renew(cookie)) res.append('Set-Cookie', line)
    locals.session = session
    const viewer = viewerOf(req, session, services)
    locals.context = {
      ...services,
      viewer,
      requestId: locals.requestId,
      clientAddress: addressOf(req),
      ...services.freshness?.reading(cookie, viewer),
    }
    services.freshness?.tellWith(req, res, locals.context)
    next()
  }
}

/** A session always wins; without one, a caller may say that it acts as the demo user. */
function viewerOf(req: Request, session: Session | null, { settings }: Services): Viewer | null {
  if (session) return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
  const actsAsDemo = settings.demoUser && req.get(demoUser.header) === '1'
  return actsAsDemo ? { id: DEMO_USER_UUID, isDemo: true } : null
}
