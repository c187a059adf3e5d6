import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { demoUser } from '#rules/demo-user.ts'
import { messages } from '#rules/messages.ts'

/**
 * The context of the account that a request names, which must be the caller. A caller without a
 * session can act as the demo user, but a change has to name it: the header alone is not enough.
 * @param named the id in the request, if any
 * @throws AppError UNAUTHENTICATED without a viewer, FORBIDDEN for another account
 */
export function actAs(named: unknown, context: Context): Context {
  const asDemo =
    named === demoUser.id && context.settings.demoUser ? { id: DEMO_USER_UUID, isDemo: true } : null
  const caller = context.viewer?.isDemo && named == null ? null : context.viewer
  const viewer = caller ?? asDemo
  if (!viewer) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  if (named != null && named !== toPublicId('User', viewer.id))
    throw new AppError('FORBIDDEN', 'You can only act as yourself.')
  return { ...context, viewer }
}
