import type { Context } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import type { Settings } from '#api/settings/settings.ts'
import { words } from '../common/messages.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import type { Session } from '../session/session.ts'
import { endOtherSessions } from '../session/session-list.ts'

type Transaction = Prisma.TransactionClient

/** A way to sign in to an account. */
export interface WayIn {
  id: string
  by: 'password' | 'provider' | 'passkey'
  /** Whether it works today: an operator may have changed the provider. */
  works: boolean
}

/**
 * Removes ways to sign in, and ends every other session. It looks before it writes, so that a refusal rolls nothing back.
 * @throws AppError NOT_FOUND when there is no such way, CONFLICT when it is the last one that works
 */
export function removeWaysIn(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  { userId, token }: Session,
  { isRemoved, notFound }: { isRemoved: (way: WayIn) => boolean; notFound: string },
): Promise<void> {
  return database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const ways = await waysIn(transaction, settings, userId)
    const ids = ways.filter(isRemoved).map(({ id }) => id)
    if (ids.length === 0) throw new AppError('NOT_FOUND', notFound)
    if (!ways.some((way) => way.works && !isRemoved(way)))
      throw new AppError('CONFLICT', words.lastWayIn)
    await transaction.account.deleteMany({ where: { userId, id: { in: ids } } })
    await transaction.passkey.deleteMany({ where: { userId, id: { in: ids } } })
    await endOtherSessions(transaction, userId, token)
  })
}

async function waysIn(
  transaction: Transaction,
  settings: Settings,
  userId: string,
): Promise<WayIn[]> {
  const accounts = await transaction.account.findMany({
    where: { userId },
    select: { id: true, providerId: true, password: true },
  })
  const passkeys = await transaction.passkey.findMany({ where: { userId }, select: { id: true } })
  const accountWays = accounts.map(
    ({ id, providerId, password }): WayIn =>
      providerId === PASSWORD_PROVIDER
        ? { id, by: 'password', works: password !== null }
        : { id, by: 'provider', works: isOfProvider(settings, providerId) },
  )
  return [...accountWays, ...passkeys.map(({ id }): WayIn => ({ id, by: 'passkey', works: true }))]
}

/** Of several who change an account's ways to sign in, one goes first. @returns false when there is no such account anymore */
export async function lockAccount(transaction: Transaction, userId: string): Promise<boolean> {
  // SQL: row lock.
  return (
    (await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`) >
    0
  )
}

/** Whether somebody is known by the provider that there is now; an operator may have had another before. */
export function isOfProvider({ oidc }: Pick<Settings, 'oidc'>, providerId: string): boolean {
  const issuer = /^oidc:(.+)$/.exec(providerId)?.[1]
  return (
    oidc !== null &&
    issuer !== undefined &&
    URL.canParse(issuer) &&
    new URL(issuer).href === new URL(oidc.issuer).href
  )
}
