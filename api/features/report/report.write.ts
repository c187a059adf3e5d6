import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import type { ReportReason } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { type ReportedSubject, readSubject } from './report.read.ts'
import { type ReportRow, withOutcome } from './report.row.ts'
import type { Subject } from './snapshot.ts'

interface NewReport {
  reporterId: string
  subject: Subject
  reason: ReportReason
  details: string | null
}

export interface CreatedReport {
  report: ReportRow
  /** Whether the reporter's earlier report was open still. */
  alreadyReported: boolean
}

export const subjectNotFound = () =>
  new AppError('NOT_FOUND', 'REPORT_SUBJECT_NOT_FOUND', { field: 'subjectId' })

/**
 * Reports a subject with a snapshot of it. While a report of it is open, the same person's next one
 * returns the first.
 * @throws AppError NOT_FOUND for a subject that the reporter cannot see, BAD_INPUT for their own
 */
export async function createReport(
  { database, ids, settings }: Pick<Context, 'database' | 'ids' | 'settings'>,
  report: NewReport,
): Promise<CreatedReport> {
  const found = await readReportable({ database, settings }, report)
  const id = ids.next()
  await insertReport(database, id, report, found)
  const row = await openReport(database, report)
  // The author deleted their account meanwhile, or a moderator was very fast.
  if (!row) throw subjectNotFound()
  return { report: row, alreadyReported: row.id !== id }
}

/**
 * The reporter's earlier report of a subject, while it is open. Null without one.
 * @throws AppError as `createReport`
 */
export async function findOpenReport(
  context: Pick<Context, 'database' | 'settings'>,
  report: Pick<NewReport, 'reporterId' | 'subject'>,
): Promise<ReportRow | null> {
  await readReportable(context, report)
  return openReport(context.database, report)
}

function openReport(
  database: Database,
  { reporterId, subject }: Pick<NewReport, 'reporterId' | 'subject'>,
): Promise<ReportRow | null> {
  return database.report.findFirst({
    where: { reporterId, subjectId: subject.id, closedAt: null },
    include: withOutcome,
  })
}

async function readReportable(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  { reporterId, subject }: Pick<NewReport, 'reporterId' | 'subject'>,
): Promise<ReportedSubject> {
  const found = await readSubject(database, subject, reporterId)
  if (!found || (found.authorId === DEMO_USER_UUID && !settings.demoUser)) throw subjectNotFound()
  if (found.authorId === reporterId)
    throw new AppError('BAD_INPUT', 'REPORT_SELF', { field: 'subjectId' })
  return found
}

async function insertReport(
  database: Database,
  id: string,
  { reporterId, subject, reason, details }: NewReport,
  { authorId, mediaId, snapshot }: ReportedSubject,
): Promise<void> {
  // SQL: locks both users in the order of their ids, as the deletion of an account does.
  await database.rows`
    WITH users AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" IN (${reporterId}::uuid, ${authorId}::uuid)
      ORDER BY "id" FOR KEY SHARE)
    INSERT INTO "Report" ("id", "reporterId", "authorId", "subjectType", "subjectId", "reason",
      "details", "snapshot", "mediaId")
    SELECT ${id}::uuid, ${reporterId}::uuid, ${authorId}::uuid, ${subject.type}::"ReportSubject",
      ${subject.id}::uuid, ${reason}::"ReportReason", ${details}, ${JSON.stringify(snapshot)}::jsonb,
      (SELECT "id" FROM "Media" WHERE "id" = ${mediaId}::uuid)
    WHERE (SELECT count(*) FROM users) = 2
    ON CONFLICT ("subjectId", "reporterId") WHERE "closedAt" IS NULL DO NOTHING`
}
