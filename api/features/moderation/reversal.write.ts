import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { takesBack } from '../report/report.row.ts'
import type { Subject } from '../report/snapshot.ts'
import { suspensionAt } from '../user/suspension.ts'
import {
  decisionNotFound,
  requireJudge,
  requirePowerOver,
  subjectNotFound,
} from './decision.rules.ts'
import { TRANSACTION_TIMEOUT_MS } from './decision.write.ts'
import { type EventRow, withReversal } from './event.row.ts'
import { notifyMember } from './notify.write.ts'
import { lockParties, type Parties } from './parties.ts'
import { lockHiddenPosts, restoreHidden } from './restore.write.ts'
import { subjectExists } from './subject.read.ts'
import { lastingSuspensionsOf, updateSuspension } from './suspension.write.ts'

type Transaction = Prisma.TransactionClient
type Needs = Pick<Context, 'database' | 'ids'>

interface Act {
  moderatorId: string
  note: string | null
}

const notHidden = () => new AppError('CONFLICT', 'NOT_HIDDEN', { field: 'subjectId' })
const alreadyReversed = () => new AppError('CONFLICT', 'DECISION_REVERSED', { field: 'eventId' })

/**
 * Takes a decision back: what it hid is visible again, and its suspension ends.
 * @throws AppError NOT_FOUND; FORBIDDEN, as for `liftSuspension`; CONFLICT if it was taken back
 * before
 */
export async function reverseDecision(
  { database, ids }: Needs,
  decisionId: string,
  act: Act,
): Promise<EventRow> {
  return database.$transaction(
    async (transaction) => {
      const where = { id: decisionId, kind: 'DECISION' as const }
      const found = await transaction.moderationEvent.findUnique({ where })
      if (!found) throw decisionNotFound()
      const { memberId } = found
      const parties = await lockParties(transaction, memberId, act)
      await decisionToJudge(transaction, decisionId, parties)
      return reverse(transaction, ids, { decisionId, memberId, ...act })
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}

/**
 * Takes back all decisions that hide a subject. Suspensions and the operator still hide it.
 * @returns these decisions
 * @throws AppError NOT_FOUND, FORBIDDEN, or CONFLICT if no decision hides it
 */
export async function unhideContent(
  { database, ids }: Needs,
  subject: Subject,
  act: Act,
): Promise<EventRow[]> {
  const { type: subjectType, id: subjectId } = subject
  const reports = { some: { subjectType, subjectId } }
  const hides: Prisma.ModerationEventWhereInput = { action: { in: ['HIDE', 'REMOVE'] }, reports }
  return database.$transaction(
    async (transaction) => {
      const report = await transaction.report.findFirst({ where: reports.some })
      if (!report)
        throw (await subjectExists(transaction, subject)) ? notHidden() : subjectNotFound()
      const { authorId: memberId } = report
      const parties = await lockParties(transaction, memberId, act)
      const decisions = await transaction.moderationEvent.findMany({
        where: { ...hides, followUps: { none: takesBack } },
        orderBy: { id: 'asc' },
      })
      if (decisions.length === 0) throw notHidden()
      for (const { id } of decisions) await decisionToJudge(transaction, id, parties)
      // In one order, before the first of them changes anything.
      await lockHiddenPosts(
        transaction,
        decisions.map(({ id }) => id),
      )
      const reversed: EventRow[] = []
      for (const { id: decisionId } of decisions)
        reversed.push(await reverse(transaction, ids, { decisionId, memberId, ...act }))
      return reversed
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}

/** Takes a decision back, notifies the member, and answers an open appeal. Needs locked users. */
async function reverse(
  transaction: Transaction,
  ids: Context['ids'],
  { decisionId, ...act }: Act & { decisionId: string; memberId: string | null },
): Promise<EventRow> {
  const id = ids.next()
  await undo(transaction, decisionId, () =>
    transaction.moderationEvent.create({ data: { id, kind: 'REVERSAL', decisionId, ...act } }),
  )
  const event = await transaction.moderationEvent.findUniqueOrThrow({
    where: { id: decisionId },
    include: withReversal,
  })
  if (isAboutMember(event))
    await notifyMember(transaction, ids, { eventId: id, memberId: act.memberId })
  // An appeal that is open has succeeded.
  await transaction.appeal.updateMany({
    where: { decisionId, closedAt: null },
    data: { outcome: 'REVERSED', closedAt: new Date() },
  })
  return event
}

/** A decision that did nothing to its author is not about them, and they never learn of it. */
export const isAboutMember = ({ action }: Pick<EventRow, 'action'>): boolean => action !== 'NONE'

/**
 * Reads a decision that a moderator may take back or confirm.
 * @throws AppError NOT_FOUND; FORBIDDEN for a decision about the moderator or their own report, and
 * for the suspension of a moderator without an administrator
 */
export async function decisionToJudge(
  transaction: Transaction,
  decisionId: string,
  { moderator, member }: Parties,
): Promise<EventRow> {
  const decision = await transaction.moderationEvent.findUnique({
    where: { id: decisionId, kind: 'DECISION' },
    include: withReversal,
  })
  if (!decision) throw decisionNotFound()
  const { memberId: authorId, reports } = decision
  requireJudge({ reporterId: null, authorId }, moderator.id)
  for (const { reporterId } of reports) requireJudge({ reporterId, authorId }, moderator.id)
  if (decision.action === 'SUSPEND' && member) requirePowerOver(member, moderator, 'eventId')
  return decision
}

/**
 * Restores what a decision changed. Needs locked users.
 * @param record inserts the event that takes the decision back
 * @throws AppError CONFLICT if it was taken back before
 */
export async function undo(
  transaction: Transaction,
  decisionId: string,
  record: () => Promise<unknown>,
): Promise<void> {
  await lockHiddenPosts(transaction, [decisionId])
  try {
    await record()
  } catch (error) {
    if (violates(error, 'unique key')) throw alreadyReversed()
    throw error
  }
  await restoreHidden(transaction, decisionId)
  const { memberId, action } = await transaction.moderationEvent.findUniqueOrThrow({
    where: { id: decisionId },
  })
  if (action === 'SUSPEND' && memberId) await updateSuspension(transaction, memberId)
}

/**
 * Ends the suspension of an account early, and shows the posts that it hid.
 * @throws AppError NOT_FOUND; FORBIDDEN for the caller, for a suspension that answered the caller's
 * report, and for a moderator's without an administrator; CONFLICT if it is not suspended
 */
export async function liftSuspension(
  { database, ids }: Needs,
  userId: string,
  act: Act,
): Promise<void> {
  const { moderatorId } = act
  requireJudge({ reporterId: null, authorId: userId }, moderatorId)
  await database.$transaction(
    async (transaction) => {
      const { member, moderator } = await lockParties(transaction, userId, act)
      if (!member) throw new AppError('NOT_FOUND', 'USER_NOT_FOUND', { field: 'userId' })
      const account = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
      if (!suspensionAt(account))
        throw new AppError('CONFLICT', 'NOT_SUSPENDED', { field: 'userId' })
      requirePowerOver(member, moderator, 'userId')
      const suspensions = await lastingSuspensionsOf(transaction, userId)
      for (const id of suspensions) await decisionToJudge(transaction, id, { moderator, member })
      await lockHiddenPosts(transaction, suspensions)
      // Without a decision, an administrator suspended the account by SQL.
      for (const decisionId of suspensions.length > 0 ? suspensions : [null]) {
        const event = { kind: 'LIFT' as const, memberId: userId, decisionId, ...act }
        const id = ids.next()
        await transaction.moderationEvent.create({ data: { id, ...event } })
        if (decisionId === null) continue
        await restoreHidden(transaction, decisionId)
        // Several suspensions end at once.
        if (decisionId === suspensions[0])
          await notifyMember(transaction, ids, { eventId: id, memberId: userId })
      }
      await updateSuspension(transaction, userId)
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}
