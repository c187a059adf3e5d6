import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { perDatabase } from '#api/database/per-database.ts'
import { type ReportRow, withOutcome } from '../report/report.row.ts'
import type { CitedRuleRow } from '../rule/rule.type.ts'
import type { SuspensionColumns } from '../user/suspension.ts'
import { aboutMember, type EventRow, withReversal } from './event.row.ts'

/** What a history lists of decisions, and a report of notes. */
export const MAX_LISTED = 10
/** What a decision lists. */
export const MAX_REPORTS = 5
const batchOptions = { concurrency: 2, maxBatchSize: 100 }

export interface NoteRow {
  id: string
  moderatorId: string | null
  text: string
}

export interface History extends SuspensionColumns {
  reportsCount: number
  decisions: EventRow[]
}

/** What the queue and the log show of each row, in batches. All keys are UUIDs. */
export interface ModerationReads {
  event(id: string): Promise<EventRow | null>
  /** The first reports that a decision answered. */
  reportsOf(decisionId: string): Promise<ReportRow[]>
  /** The answer to the appeal of a decision. Null without one. */
  answerOf(decisionId: string): Promise<CitedRuleRow | null>
  /** The newest, oldest first. */
  notesOf(reportId: string): Promise<NoteRow[]>
  /** How many open reports there are about a subject. */
  openReports(subjectId: string): Promise<number>
  /** Null after the account was deleted. */
  historyOf(userId: string): Promise<History | null>
}

export const moderationReads = perDatabase(
  (database: Database): ModerationReads => ({
    event: createBatcher(
      async (ids) => {
        const rows = await database.moderationEvent.findMany({
          where: { id: { in: [...ids] } },
          include: withReversal,
        })
        return inOrderOf(ids, rows)
      },
      { name: 'moderation.event', ...batchOptions },
    ),
    reportsOf: createBatcher(
      async (ids) => {
        const rows = await database.moderationEvent.findMany({
          where: { id: { in: [...ids] } },
          select: {
            id: true,
            reports: { include: withOutcome, orderBy: { id: 'asc' }, take: MAX_REPORTS },
          },
        })
        const byId = new Map(rows.map(({ id, reports }) => [id, reports]))
        return ids.map((id) => byId.get(id) ?? [])
      },
      { name: 'moderation.reports', ...batchOptions },
    ),
    answerOf: createBatcher(
      async (ids) => {
        const rows = await database.moderationEvent.findMany({
          where: { decisionId: { in: [...ids] }, kind: 'APPEAL_DECISION' },
          select: { decisionId: true, ruleId: true, ruleTitle: true, ruleText: true },
        })
        return ids.map((id) => rows.find(({ decisionId }) => decisionId === id) ?? null)
      },
      { name: 'moderation.answer', ...batchOptions },
    ),
    notesOf: createBatcher(
      async (ids) => {
        const rows = await database.report.findMany({
          where: { id: { in: [...ids] } },
          select: { id: true, notes: { orderBy: { id: 'desc' }, take: MAX_LISTED } },
        })
        const byId = new Map(rows.map(({ id, notes }) => [id, notes.reverse()]))
        return ids.map((id) => byId.get(id) ?? [])
      },
      { name: 'moderation.notes', ...batchOptions },
    ),
    openReports: createBatcher(
      async (ids) => {
        const groups = await database.report.groupBy({
          by: ['subjectId'],
          where: { subjectId: { in: [...ids] }, closedAt: null },
          _count: true,
        })
        const counts = new Map(groups.map(({ subjectId, _count }) => [subjectId, _count]))
        return ids.map((id) => counts.get(id) ?? 0)
      },
      { name: 'moderation.openReports', ...batchOptions },
    ),
    historyOf: createBatcher((ids) => readHistories(database, ids), {
      name: 'moderation.history',
      ...batchOptions,
    }),
  }),
)

async function readHistories(
  database: Database,
  ids: readonly string[],
): Promise<(History | null)[]> {
  const users = await database.user.findMany({
    where: { id: { in: [...ids] } },
    select: {
      id: true,
      suspendedAt: true,
      suspendedUntil: true,
      decisions: {
        where: aboutMember,
        orderBy: { id: 'desc' },
        take: MAX_LISTED,
        include: withReversal,
      },
      _count: { select: { reportsAbout: true } },
    },
  })
  return ids.map((id) => {
    const user = users.find((each) => each.id === id)
    return user ? { ...user, reportsCount: user._count.reportsAbout } : null
  })
}
