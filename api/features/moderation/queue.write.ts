import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { type ReportRow, withOutcome } from '../report/report.row.ts'
import { reportNotFound, requireJudge, requireUnclaimed } from './decision.rules.ts'
import type { NoteRow } from './moderation.read.ts'

/**
 * Tells the other moderators who works on a report. The same moderator can claim it again.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if it is closed or another moderator claimed it
 */
export async function claimReport(
  { database }: Pick<Context, 'database'>,
  id: string,
  moderatorId: string,
): Promise<ReportRow> {
  return database.$transaction(async (transaction) => {
    // SQL: row lock.
    await transaction.$executeRaw`SELECT FROM "Report" WHERE "id" = ${id}::uuid FOR UPDATE`
    const report = await transaction.report.findUnique({ where: { id } })
    if (!report) throw reportNotFound()
    requireJudge(report, moderatorId)
    if (report.closedAt) throw new AppError('CONFLICT', 'REPORT_CLOSED', { field: 'reportId' })
    requireUnclaimed(report, moderatorId)
    return transaction.report.update({
      where: { id },
      data: { claimedById: moderatorId, claimedAt: new Date() },
      include: withOutcome,
    })
  })
}

/**
 * Ends the moderator's own claim. Another moderator's stays.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function releaseReport(
  { database }: Pick<Context, 'database'>,
  id: string,
  moderatorId: string,
): Promise<ReportRow> {
  await database.report.updateMany({
    where: { id, claimedById: moderatorId, closedAt: null },
    data: { claimedById: null, claimedAt: null },
  })
  const report = await database.report.findUnique({ where: { id }, include: withOutcome })
  if (!report) throw reportNotFound()
  requireJudge(report, moderatorId)
  return report
}

/** @throws AppError NOT_FOUND, FORBIDDEN */
export async function addNote(
  { database, ids }: Pick<Context, 'database' | 'ids'>,
  { reportId, moderatorId, text }: { reportId: string; moderatorId: string; text: string },
): Promise<{ note: NoteRow; report: ReportRow }> {
  const report = await database.report.findUnique({ where: { id: reportId }, include: withOutcome })
  if (!report) throw reportNotFound()
  requireJudge(report, moderatorId)
  const note = await database.moderationNote.create({
    data: { id: ids.next(), reportId, moderatorId, text },
  })
  return { note, report }
}
