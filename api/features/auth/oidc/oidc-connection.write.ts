import type { Context } from '#api/context.ts'
import { hasSession } from '../../user/lock-session.ts'
import { isCurrentProvider, lockAccount, removeLoginMethods } from '../password/login-methods.ts'
import { endOtherAccess } from '../password/other-access.ts'
import type { Session } from '../session/session.ts'
import { type Identity, OidcError } from './oidc.ts'

type Needs = Pick<Context, 'database' | 'settings'>

/** Whether the account is connected to the configured provider. */
export async function isConnected({ database, settings }: Needs, userId: string): Promise<boolean> {
  const accounts = await database.account.findMany({
    where: { userId },
    select: { providerId: true },
  })
  return accounts.some(({ providerId }) => isCurrentProvider(settings, providerId))
}

/**
 * Connects the account of a session to an identity at the provider, and ends all other access.
 * @returns the account, or null if it was connected already
 * @throws OidcError `others` if the identity belongs to another account, `another` if the account
 * has another identity, `stale` if the session ended meanwhile
 */
export async function connect(
  { database, settings }: Needs,
  { userId, token }: Session,
  { provider, subject }: Identity,
): Promise<{ id: string; username: string; email: string } | null> {
  return database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    if (!(await hasSession(transaction, { userId, token }))) throw new OidcError('stale')
    const accounts = await transaction.account.findMany({
      where: { userId },
      select: { providerId: true, accountId: true },
    })
    const existing = accounts.find(({ providerId }) => isCurrentProvider(settings, providerId))
    if (existing?.accountId === subject) return null
    if (existing) throw new OidcError('another')
    // The unique index resolves races between two accounts.
    const { count } = await transaction.account.createMany({
      data: { userId, providerId: provider, accountId: subject },
      skipDuplicates: true,
    })
    if (count === 0) throw new OidcError('others')
    await endOtherAccess(transaction, { userId, token })
    const select = { id: true, username: true, email: true }
    return transaction.user.findUniqueOrThrow({ where: { id: userId }, select })
  })
}

/**
 * Disconnects the account from the provider and ends all other access.
 * @throws AppError NOT_FOUND if it is not connected, CONFLICT if it is the only login method
 */
export async function disconnect(context: Needs, session: Session): Promise<void> {
  await removeLoginMethods(context, session, {
    isRemoved: ({ type, isUsable }) => type === 'provider' && isUsable,
    notFound: 'PROVIDER_NOT_CONNECTED',
  })
}
