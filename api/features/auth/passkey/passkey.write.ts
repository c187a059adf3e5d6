import type { Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import { hasSession, sessionEnded } from '../../user/lock-session.ts'
import { lockAccount } from '../password/login-methods.ts'
import { endOtherAccess } from '../password/other-access.ts'
import type { Session } from '../session/session.ts'

type Needs = Pick<Services, 'database'>

export async function deleteExpiredChallenges({ database }: Needs): Promise<void> {
  await database.verification.deleteMany({ where: { expiresAt: { lt: new Date() } } })
}

/** @throws AppError CONFLICT if the account has the maximum number of passkeys */
export async function requirePasskeyCapacity({ database }: Needs, userId: string): Promise<void> {
  if ((await database.passkey.count({ where: { userId } })) >= limits.passkeys) throw tooMany()
}

/**
 * Accepts a passkey that was just created, and ends all other access. Deletes it if concurrent
 * requests exceeded the maximum or ended the session.
 * @throws AppError CONFLICT, UNAUTHENTICATED if it was deleted
 */
export async function acceptPasskey(
  { database }: Needs,
  { userId, token }: Session,
  id: string,
): Promise<void> {
  const refusal = await database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const isLive = await hasSession(transaction, { userId, token })
    const hasCapacity = (await transaction.passkey.count({ where: { userId } })) <= limits.passkeys
    if (isLive && hasCapacity) return endOtherAccess(transaction, { userId, token })
    await transaction.passkey.deleteMany({ where: { id, userId } })
    return isLive ? tooMany() : sessionEnded()
  })
  if (refusal) throw refusal
}

const tooMany = () => new AppError('CONFLICT', 'TOO_MANY_PASSKEYS')
