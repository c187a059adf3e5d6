import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { endApiTokens } from '../../api-token/api-token.write.ts'
import { hasSession, sessionEnded } from '../../user/lock-session.ts'
import { pauseWebhooksOf } from '../../webhook/delivery.write.ts'
import { deleteAccountLinks } from '../mail/mail-link.write.ts'
import { endOtherSessions } from '../session/session-list.ts'

/** The session that stays, if one does. */
export interface KeptAccess {
  userId: string
  /** Null to end every session. */
  token: string | null
}

/**
 * Ends everything else that lets someone into an account: its other sessions, its API tokens and
 * its emailed links for a new password or address. Pauses its webhooks, which its owner can resume.
 * Each change of the account's sign-in calls it, so that it puts an intruder out. The change feed
 * ends the streams of what it deletes. Lock the account before.
 * @throws AppError UNAUTHENTICATED when a concurrent change ended the session that would stay
 */
export async function endOtherAccess(
  transaction: Prisma.TransactionClient,
  { userId, token }: KeptAccess,
): Promise<void> {
  if (token !== null && !(await hasSession(transaction, { userId, token }))) throw sessionEnded()
  await endOtherSessions(transaction, userId, token)
  await endApiTokens(transaction, userId)
  await deleteAccountLinks(transaction, userId)
  await pauseWebhooksOf(transaction, userId)
}
