import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { lockUsers } from './lock-users.ts'

/**
 * Locks an account that gets something which outlives the request's session, such as an API token.
 * What ends the sessions of an account holds the same lock, so a request that waited for it is
 * refused.
 * @param token of the session; null for the operator
 * @throws AppError UNAUTHENTICATED when the session or the account has ended
 */
export async function lockSession(
  transaction: Prisma.TransactionClient,
  { userId, token }: { userId: string; token: string | null },
): Promise<void> {
  const isUser = (await lockUsers(transaction, [userId])).has(userId)
  if (!isUser || (token !== null && !(await hasSession(transaction, { userId, token }))))
    throw sessionEnded()
}

/** Whether a session has not ended. Lock its account before. */
export async function hasSession(
  transaction: Prisma.TransactionClient,
  { userId, token }: { userId: string; token: string },
): Promise<boolean> {
  return (await transaction.session.count({ where: { userId, token } })) > 0
}

export const sessionEnded = () => new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
