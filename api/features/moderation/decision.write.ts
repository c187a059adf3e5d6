import type { Context } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { type ReportRow, withOutcome } from '../report/report.row.ts'
import type { Rule } from '../rule/parse-rules.ts'
import { citationOf } from '../rule/rule.type.ts'
import {
  type Action,
  concerns,
  endOf,
  reportNotFound,
  requireJudge,
  requirePower,
  requireUnclaimed,
} from './decision.rules.ts'
import { hidePosts, hideSubject, lockPostsToHide } from './hide.write.ts'
import { notifyMember, notifyReporters } from './notify.write.ts'
import { lockParties } from './parties.ts'
import { updateSuspension } from './suspension.write.ts'

type Transaction = Prisma.TransactionClient

export interface Judgement {
  reportId: string
  moderatorId: string
  action: Action
  suspendDays: number | null
  hidePosts: boolean
  rule: Rule | null
  note: string | null
}

export const TRANSACTION_TIMEOUT_MS = 60_000

const reportClosed = () => new AppError('CONFLICT', 'REPORT_CLOSED', { field: 'reportId' })

/**
 * Decides a report, and with it all open reports about its subject that the moderator may judge.
 * @returns these reports
 * @throws AppError NOT_FOUND, FORBIDDEN, or CONFLICT for a report that is closed or claimed
 */
export async function resolveReport(
  { database, ids }: Pick<Context, 'database' | 'ids'>,
  judgement: Judgement,
): Promise<ReportRow[]> {
  return database.$transaction(
    async (transaction) => {
      const report = await transaction.report.findUnique({ where: { id: judgement.reportId } })
      if (!report) throw reportNotFound()
      requireJudge(report, judgement.moderatorId)
      const { authorId, subjectId, subjectType } = report
      if (authorId === null || subjectId === null) throw reportClosed()
      const subject = { type: subjectType, id: subjectId }
      const { moderator, member } = await lockParties(transaction, authorId, judgement)
      // The account was deleted meanwhile, which closed the report.
      if (!member) throw reportClosed()
      requirePower(judgement.action, member, moderator)
      const posts = await lockPostsToHide(
        transaction,
        subject,
        judgement.hidePosts ? authorId : null,
      )
      const answered = await lockOpenReports(transaction, subjectId, judgement)
      const decisionId = ids.next()
      await insertDecision(transaction, decisionId, authorId, judgement)
      if (judgement.action === 'HIDE' || judgement.action === 'REMOVE')
        await hideSubject(transaction, decisionId, subject)
      if (judgement.hidePosts) {
        const until = endOf(timeOf(decisionId), judgement.suspendDays)
        await hidePosts(transaction, { decisionId, until }, posts)
      }
      if (judgement.action === 'SUSPEND') await updateSuspension(transaction, authorId)
      await transaction.report.updateMany({
        where: { id: { in: answered } },
        data: { closedAt: new Date(), decisionId },
      })
      const reports = await transaction.report.findMany({
        where: { decisionId },
        include: withOutcome,
      })
      await notifyReporters(transaction, ids, reports)
      // A decision that does nothing is not about its author.
      if (judgement.action !== 'NONE')
        await notifyMember(transaction, ids, { eventId: decisionId, memberId: authorId })
      return reports
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}

/** @returns the ids of the reports that the decision answers */
async function lockOpenReports(
  transaction: Transaction,
  subjectId: string,
  { reportId, moderatorId }: Judgement,
): Promise<string[]> {
  // SQL: row locks in order.
  await transaction.$executeRaw`
    SELECT FROM "Report" WHERE "subjectId" = ${subjectId}::uuid AND "closedAt" IS NULL
    ORDER BY "id" FOR UPDATE`
  const open = await transaction.report.findMany({ where: { subjectId, closedAt: null } })
  const report = open.find(({ id }) => id === reportId)
  if (!report) throw reportClosed()
  requireUnclaimed(report, moderatorId)
  return open.filter((each) => !concerns(each, moderatorId)).map(({ id }) => id)
}

async function insertDecision(
  transaction: Transaction,
  id: string,
  memberId: string,
  { moderatorId, action, suspendDays, hidePosts, rule, note }: Judgement,
): Promise<void> {
  await transaction.moderationEvent.create({
    data: {
      id,
      kind: 'DECISION',
      moderatorId,
      memberId,
      action,
      suspendDays,
      hidePosts,
      note,
      ...citationOf(rule),
    },
  })
}
