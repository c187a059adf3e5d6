import type { Context } from '#api/context.ts'
import { words } from '../common/messages.ts'
import { isOfProvider, lockAccount, removeWaysIn } from '../password/login-methods.ts'
import type { Session } from '../session/session.ts'
import { type Identity, OidcProblem } from './oidc.ts'

type Needs = Pick<Context, 'database' | 'settings'>

/** Whether somebody can sign in with the provider that there is. */
export async function isConnected({ database, settings }: Needs, userId: string): Promise<boolean> {
  const accounts = await database.account.findMany({
    where: { userId },
    select: { providerId: true },
  })
  return accounts.some(({ providerId }) => isOfProvider(settings, providerId))
}

/**
 * From now on the account is signed in to by whoever the provider says this is.
 * @throws OidcProblem when that is somebody else here, or the account is another's there, or is gone
 */
export async function connect(
  { database, settings }: Needs,
  userId: string,
  { provider, subject }: Identity,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw new OidcProblem('stale')
    const accounts = await transaction.account.findMany({
      where: { userId },
      select: { providerId: true, accountId: true },
    })
    const known = accounts.find(({ providerId }) => isOfProvider(settings, providerId))
    if (known?.accountId === subject) return
    if (known) throw new OidcProblem('another')
    // Of two accounts that want the same one there at once, the unique index lets one have it.
    const { count } = await transaction.account.createMany({
      data: { userId, providerId: provider, accountId: subject },
      skipDuplicates: true,
    })
    if (count === 0) throw new OidcProblem('others')
  })
}

/**
 * From now on nobody signs in to the account with the provider, and whoever did is signed out.
 * @throws AppError NOT_FOUND when it is not connected, CONFLICT when there is no other way to sign in
 */
export async function disconnect(context: Needs, session: Session): Promise<void> {
  await removeWaysIn(context, session, {
    isRemoved: ({ by, works }) => by === 'provider' && works,
    notFound: words.notConnected,
  })
}
