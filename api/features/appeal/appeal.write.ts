import type { Context } from '#api/context.ts'
import type { Appeal, Prisma } from '#api/database/generated/prisma/client.ts'
import type { AppealOutcome, ModerationAction } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { decisionNotFound, needsAdministrator } from '../moderation/decision.rules.ts'
import { TRANSACTION_TIMEOUT_MS } from '../moderation/decision.write.ts'
import { aboutMember, type EventRow, withReversal } from '../moderation/event.row.ts'
import { notifyMember } from '../moderation/notify.write.ts'
import { lockParties } from '../moderation/parties.ts'
import { decisionToJudge, undo } from '../moderation/reversal.write.ts'
import type { Rule } from '../rule/parse-rules.ts'
import { citationOf } from '../rule/rule.type.ts'
import { type LockedUser, lockUsers } from '../user/lock-users.ts'
import { notSuspended } from '../user/suspension.ts'

type Transaction = Prisma.TransactionClient
type Needs = Pick<Context, 'database' | 'ids'>

/**
 * Appeals a decision, once.
 * @returns the decision with its appeal
 * @throws AppError NOT_FOUND unless it is about the member, CONFLICT for a second appeal or a
 * decision that was taken back
 */
export async function createAppeal(
  { database, ids }: Needs,
  { decisionId, memberId, text }: { decisionId: string; memberId: string; text: string },
): Promise<EventRow> {
  return database.$transaction(async (transaction) => {
    await lockUsers(transaction, [memberId])
    const decision = await transaction.moderationEvent.findFirst({
      where: { ...aboutMember, memberId, id: decisionId },
      include: withReversal,
    })
    if (!decision) throw decisionNotFound()
    if (decision.appeal) throw new AppError('CONFLICT', 'APPEAL_MADE', { field: 'eventId' })
    if (decision.followUps.length > 0)
      throw new AppError('CONFLICT', 'DECISION_REVERSED', { field: 'eventId' })
    const [id, eventId] = [ids.next(), ids.next()]
    const appeal = await transaction.appeal.create({ data: { id, decisionId, memberId, text } })
    await transaction.moderationEvent.create({
      data: { id: eventId, kind: 'APPEAL', memberId, decisionId },
    })
    return { ...decision, appeal }
  })
}

interface Answer {
  decisionId: string
  moderatorId: string
  outcome: AppealOutcome
  rule: Rule | null
  note: string | null
}

const appealNotFound = () => new AppError('NOT_FOUND', 'APPEAL_NOT_FOUND', { field: 'eventId' })

/**
 * Answers an appeal: keeps the decision, or takes it back.
 * @throws AppError NOT_FOUND; CONFLICT if it was answered before; FORBIDDEN for the member, for
 * reporters, for the moderator who decided while another one can answer, and as `decisionToJudge`
 */
export async function decideAppeal({ database, ids }: Needs, answer: Answer): Promise<Appeal> {
  const { decisionId, moderatorId, outcome, rule, note } = answer
  const where = { decisionId }
  return database.$transaction(
    async (transaction) => {
      const found = await transaction.appeal.findUnique({ where })
      if (!found) throw appealNotFound()
      const { memberId } = found
      const parties = await lockParties(transaction, memberId, { moderatorId })
      const decision = await decisionToJudge(transaction, decisionId, parties)
      const isOwn = decision.moderatorId === moderatorId
      if (isOwn && (await hasOtherJudge(transaction, decision, parties.member)))
        throw new AppError('FORBIDDEN', 'ANOTHER_MODERATOR')
      // The lock of the member makes this check safe: every answer takes it.
      const appeal = await transaction.appeal.findUnique({ where })
      if (!appeal) throw appealNotFound()
      if (appeal.closedAt) throw new AppError('CONFLICT', 'APPEAL_CLOSED', { field: 'eventId' })
      const event = { id: ids.next(), kind: 'APPEAL_DECISION' as const, outcome, note }
      const record = () =>
        transaction.moderationEvent.create({
          data: { ...event, ...citationOf(rule), moderatorId, memberId, decisionId },
        })
      if (outcome === 'REVERSED') await undo(transaction, decisionId, record)
      else await record()
      await notifyMember(transaction, ids, { eventId: event.id, memberId })
      return transaction.appeal.update({
        where,
        data: { outcome, closedAt: new Date() },
      })
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}

interface Judged {
  action: ModerationAction | null
  moderatorId: string | null
  memberId: string | null
  reports: { reporterId: string | null }[]
}

/** Whether a moderator who had no part in the decision can answer its appeal. */
async function hasOtherJudge(
  transaction: Transaction,
  { action, moderatorId, memberId, reports }: Judged,
  member: LockedUser | null,
): Promise<boolean> {
  const needsAdmin = action === 'SUSPEND' && member !== null && needsAdministrator(member)
  const parties = [moderatorId, memberId, ...reports.map(({ reporterId }) => reporterId)]
  const others = await transaction.user.count({
    where: {
      role: needsAdmin ? 'ADMIN' : { not: 'MEMBER' },
      disabledAt: null,
      ...notSuspended(),
      id: { notIn: parties.filter((id) => id !== null) },
    },
    take: 1,
  })
  return others > 0
}
