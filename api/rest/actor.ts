import type { Context, Viewer } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { refuseAnotherAccount } from '#api/named-account.ts'
import { accountOf } from '#api/token-grant.ts'
import { viewerReads } from '#api/viewer.ts'
import { demoUser } from '#rules/demo-user.ts'

/**
 * The context of the account that a request names, which must be the caller. A caller without a
 * session can act as the demo user, but a change has to name it: the header alone is not enough.
 * @param named the ids in the request, if any
 * @throws AppError UNAUTHENTICATED without a viewer, FORBIDDEN for another account, CONFLICT if the
 * page shows another one
 */
export async function actAs(named: readonly unknown[], context: Context): Promise<Context> {
  const { database, settings } = context
  const asDemo =
    named.includes(demoUser.id) && settings.demoUser
      ? await viewerReads(database)(DEMO_USER_UUID)
      : null
  const account = accountOf(context)
  const caller = account?.isDemo && named.length === 0 ? null : account
  const viewer = caller ?? asDemo
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  refuseAnotherAccount({ ...context, viewer })
  refuseOthers(named, viewer)
  // The scopes of a token decide at each field what it does as its account.
  return context.token ? context : { ...context, viewer }
}

/** @throws AppError FORBIDDEN if one of the ids that a request names is not its caller's */
export function refuseOthers(named: readonly unknown[], caller: Pick<Viewer, 'id'>): void {
  const own = toPublicId('User', caller.id)
  if (named.some((id) => id !== own)) throw new AppError('FORBIDDEN', 'NOT_YOURSELF')
}
