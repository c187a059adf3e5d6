import type { Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { MAX_PASSKEYS } from '#rules/passkey-name.ts'
import { words } from '../common/messages.ts'
import { lockAccount } from '../password/login-methods.ts'
import type { Session } from '../session/session.ts'
import { endOtherSessions } from '../session/session-list.ts'

type Needs = Pick<Services, 'database'>

/** Challenges that expired are of no use to anybody. Limits bound how many there are of the others. */
export async function removeExpiredChallenges({ database }: Needs): Promise<void> {
  await database.verification.deleteMany({ where: { expiresAt: { lt: new Date() } } })
}

/** @throws AppError CONFLICT when an account has as many passkeys as it may */
export async function refuseTooManyPasskeys({ database }: Needs, userId: string): Promise<void> {
  if ((await database.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw tooMany()
}

/**
 * Keeps a passkey that was just added and ends every other session, unless others were added at the same time and there
 * is no room for all.
 * @throws AppError CONFLICT when it is removed again
 */
export async function keepPasskey(
  { database }: Needs,
  { userId, token }: Session,
  id: string,
): Promise<void> {
  const isKept = await database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const hasRoom = (await transaction.passkey.count({ where: { userId } })) <= MAX_PASSKEYS
    if (hasRoom) await endOtherSessions(transaction, userId, token)
    else await transaction.passkey.deleteMany({ where: { id, userId } })
    return hasRoom
  })
  if (!isKept) throw tooMany()
}

const tooMany = () => new AppError('CONFLICT', words.tooManyPasskeys)
