import type { Context } from '../../context.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { AppError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import { PASSWORD } from './account.write.ts'
import { words } from './words.ts'

type Transaction = Prisma.TransactionClient

/**
 * Does away with a way to sign in to an account, unless it is the last.
 * @throws AppError CONFLICT when none would be left; what `remove` throws
 */
export function keepingAWayIn<Result>(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  userId: string,
  remove: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const result = await remove(transaction)
    const accounts = await transaction.account.findMany({ where: { userId }, select: { providerId: true, password: true } })
    const isLeft = accounts.some(({ providerId, password }) =>
      providerId === PASSWORD ? password !== null : isOfProvider(settings, providerId),
    )
    if (!isLeft && (await transaction.passkey.count({ where: { userId } })) === 0) throw new AppError('CONFLICT', words.lastWayIn)
    return result
  })
}

/** Of several who change an account's ways to sign in, one goes first. @returns false when there is no such account anymore */
export async function lockAccount(transaction: Transaction, userId: string): Promise<boolean> {
  return (await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`) > 0
}

/** Whether somebody is known by the provider that there is now; an operator may have had another before. */
export function isOfProvider({ oidc }: Pick<Settings, 'oidc'>, providerId: string): boolean {
  const issuer = /^oidc:(.+)$/.exec(providerId)?.[1]
  return oidc !== null && issuer !== undefined && URL.canParse(issuer) && new URL(issuer).href === new URL(oidc.issuer).href
}
