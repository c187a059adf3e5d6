import type { Context } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import type { Settings } from '#api/settings/settings.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import type { Session } from '../session/session.ts'
import { endOtherAccess } from './other-access.ts'

type Transaction = Prisma.TransactionClient

export interface LoginMethod {
  id: string
  type: 'password' | 'provider' | 'passkey'
  /** False for a provider that the operator has since replaced. */
  isUsable: boolean
}

/**
 * Removes login methods and ends all other access. Checks before writing, so an error rolls
 * nothing back.
 * @throws AppError NOT_FOUND if none matches, CONFLICT if no usable one would remain
 */
export function removeLoginMethods(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  { userId, token }: Session,
  { isRemoved, notFound }: { isRemoved: (method: LoginMethod) => boolean; notFound: FixedReason },
): Promise<void> {
  return database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const methods = await findLoginMethods(transaction, settings, userId)
    const ids = methods.filter(isRemoved).map(({ id }) => id)
    if (ids.length === 0) throw new AppError('NOT_FOUND', notFound)
    requireRemainingMethod(methods.filter((method) => !isRemoved(method)))
    await transaction.account.deleteMany({ where: { userId, id: { in: ids } } })
    await transaction.passkey.deleteMany({ where: { userId, id: { in: ids } } })
    await endOtherAccess(transaction, { userId, token })
  })
}

function requireRemainingMethod(remaining: readonly LoginMethod[]): void {
  if (!remaining.some(({ isUsable }) => isUsable))
    throw new AppError('CONFLICT', 'LAST_LOGIN_METHOD')
}

async function findLoginMethods(
  transaction: Transaction,
  settings: Settings,
  userId: string,
): Promise<LoginMethod[]> {
  const accounts = await transaction.account.findMany({
    where: { userId },
    select: { id: true, providerId: true, password: true },
  })
  const passkeys = await transaction.passkey.findMany({ where: { userId }, select: { id: true } })
  return [
    ...accounts.map(
      ({ id, providerId, password }): LoginMethod =>
        providerId === PASSWORD_PROVIDER
          ? { id, type: 'password', isUsable: password !== null }
          : { id, type: 'provider', isUsable: isCurrentProvider(settings, providerId) },
    ),
    ...passkeys.map(({ id }): LoginMethod => ({ id, type: 'passkey', isUsable: true })),
  ]
}

/** Whether an account has a passkey. Waits for a concurrent removal. */
export async function hasPasskey(
  { database }: Pick<Context, 'database'>,
  userId: string,
  credentialId: string,
): Promise<boolean> {
  // SQL: row lock.
  const rows = await database.$executeRaw`
    SELECT FROM "Passkey"
    WHERE "userId" = ${userId}::uuid AND "credentialID" = ${credentialId} FOR SHARE`
  return rows > 0
}

/** Whether an account is connected to an identity. Waits for a concurrent removal. */
export async function hasIdentity(
  { database }: Pick<Context, 'database'>,
  userId: string,
  { provider, subject }: { provider: string; subject: string },
): Promise<boolean> {
  // SQL: row lock.
  const rows = await database.$executeRaw`
    SELECT FROM "Account" WHERE "userId" = ${userId}::uuid
      AND "providerId" = ${provider} AND "accountId" = ${subject} FOR SHARE`
  return rows > 0
}

/** Serializes changes of an account's login methods. */
export async function lockAccount(transaction: Transaction, userId: string): Promise<void> {
  // SQL: row lock.
  await transaction.$executeRaw`
    SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
}

/** False if the operator has replaced the provider since. */
export function isCurrentProvider({ oidc }: Pick<Settings, 'oidc'>, providerId: string): boolean {
  const issuer = /^oidc:(.+)$/.exec(providerId)?.[1]
  return (
    oidc !== null &&
    issuer !== undefined &&
    URL.canParse(issuer) &&
    new URL(issuer).href === new URL(oidc.issuer).href
  )
}
