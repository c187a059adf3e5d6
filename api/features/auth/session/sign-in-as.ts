import { createAuthEndpoint } from '@better-auth/core/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

/** A better-auth plugin: creates a session for a user identified elsewhere. Not exposed by HTTP. */
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
