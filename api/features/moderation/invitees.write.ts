import type { Context } from '#api/context.ts'
import { lockUsers } from '../user/lock-users.ts'
import { TRANSACTION_TIMEOUT_MS } from './decision.write.ts'
import { notifyMember } from './notify.write.ts'
import { requireStillModerator } from './parties.ts'
import { suspensionsOf, updateSuspension } from './suspension.write.ts'

/** What the decision cites in place of a rule: the members themselves may have broken none. */
export const CITED = {
  ruleId: 'invitations',
  ruleTitle: 'Invitations',
  ruleText:
    'A moderator revoked the invitation that you joined with, and suspended everyone who used it.',
}

/**
 * Suspends the members who joined with an invitation, each by a decision that they can appeal, but
 * no moderators. Revoke the invitation before, so that no one joins meanwhile.
 * @returns the UUIDs of those who were not suspended for good before
 * @throws AppError FORBIDDEN for someone who is no moderator anymore
 */
export async function suspendInvitees(
  { database, ids }: Pick<Context, 'database' | 'ids'>,
  invitationId: string,
  moderatorId: string,
): Promise<string[]> {
  return database.$transaction(
    async (transaction) => {
      const suspended: string[] = []
      const invitees = await transaction.invitee.findMany({ where: { invitationId } })
      const userIds = invitees.map(({ userId }) => userId)
      const users = await lockUsers(transaction, [...userIds, moderatorId])
      requireStillModerator(users, moderatorId)
      for (const { id: memberId, role } of users.values()) {
        if (role !== 'MEMBER') continue
        const suspensions = await suspensionsOf(transaction, memberId)
        if (suspensions.some(({ suspendDays }) => suspendDays === null)) continue
        const decision = { kind: 'DECISION' as const, action: 'SUSPEND' as const, ...CITED }
        const eventId = ids.next()
        await transaction.moderationEvent.create({
          data: { id: eventId, ...decision, moderatorId, memberId },
        })
        await notifyMember(transaction, ids, { eventId, memberId })
        await updateSuspension(transaction, memberId)
        suspended.push(memberId)
      }
      return suspended
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}
