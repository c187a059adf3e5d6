import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { demoUser } from '#rules/demo-user.ts'
import { messages } from '#rules/messages.ts'

/**
 * The context of whoever a request says it acts as, if that is the caller. A caller without a session may be the demo user,
 * where there is one, by naming it: what says so to a read is not enough for a change.
 * @param named the id that the request names; null or undefined when it names none
 * @throws AppError UNAUTHENTICATED when the caller is nobody, FORBIDDEN when it is somebody else
 */
export function actAs(named: unknown, context: Context): Context {
  const asDemo =
    named === demoUser.id && context.settings.demoUser ? { id: DEMO_USER_UUID, isDemo: true } : null
  const caller = context.viewer?.isDemo && named == null ? null : context.viewer
  const viewer = caller ?? asDemo
  if (!viewer) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  if (named != null && named !== toPublicId('User', viewer.id))
    throw new AppError('FORBIDDEN', 'You can act as yourself alone.')
  return { ...context, viewer }
}
