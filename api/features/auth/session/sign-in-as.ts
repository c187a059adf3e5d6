import { createAuthEndpoint } from '@better-auth/core/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

/** Begins a session for an account whose owner was recognized in another way than better-auth's own. Never reachable from outside. */
export const signInAs = {
  id: 'sign-in-as',
  endpoints: {
    signInAs: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.uuid() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const session = await internalAdapter.createSession(ctx.body.userId)
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!session || !user) throw ctx.error('UNAUTHORIZED')
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      },
    ),
  },
}
