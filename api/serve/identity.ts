import type { Request, RequestHandler } from 'express'
import type { Services, Viewer } from '#api/context.ts'
import type { Session, Sessions } from '#api/features/auth/session/session.ts'
import { createClientAddress } from '#api/http/client-address.ts'
import { localsOf } from '#api/http/locals.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { demoUser } from '#rules/demo-user.ts'

/** Identifies the caller, and creates the context for all later handlers. */
export function identifyCaller(services: Services, sessions: Sessions): RequestHandler {
  const addressOf = createClientAddress(services.settings)
  return async (req, res, next) => {
    const locals = localsOf(res)
    const { cookie } = req.headers
    const token = sessions.tokenFrom(cookie)
    const session = token ? await sessions.find(token) : null
    if (session && cookie && sessions.shouldRenew(session))
      for (const line of await sessions.renew(cookie)) res.append('Set-Cookie', line)
    locals.session = session
    const viewer = viewerOf(req, session, services)
    locals.context = {
      ...services,
      viewer,
      requestId: locals.requestId,
      clientAddress: addressOf(req),
      ...services.replicas?.route(cookie, viewer),
    }
    services.replicas?.setCookieOn(req, res, locals.context)
    next()
  }
}

/** A session takes precedence over the header that opts in to the demo user. */
function viewerOf(req: Request, session: Session | null, { settings }: Services): Viewer | null {
  if (session) return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
  const actsAsDemo = settings.demoUser && req.get(demoUser.header) === '1'
  return actsAsDemo ? { id: DEMO_USER_UUID, isDemo: true } : null
}
