import type { Database } from '#api/database/client.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

export interface Count {
  name: string
  count: number
}

/** What happened in one year, in UTC. */
export interface YearlyReport {
  reports: Count[]
  decisions: Count[]
  /** By their answer, also those of accounts that are deleted since. */
  appeals: Count[]
  /** Decisions that were taken back, and suspensions that were lifted. */
  reversals: Count[]
  /** Hours from a report to its decision; null without one. */
  responseHours: { median: number | null; slowest: number | null }
}

export async function readYear(database: Database, year: number): Promise<YearlyReport> {
  const from = oldestIdAt(Date.UTC(year, 0))
  const to = oldestIdAt(Date.UTC(year + 1, 0))
  const [reports, decisions, appeals, reversals, [times]] = await Promise.all([
    // SQL: groups by the year of an id.
    database.rows<Count>`
      SELECT "reason"::text AS "name", count(*)::int AS "count" FROM "Report"
      WHERE "id" >= ${from}::uuid AND "id" < ${to}::uuid GROUP BY "reason" ORDER BY "reason"`,
    // SQL: groups by the year of an id.
    database.rows<Count>`
      SELECT concat_ws(': ', "action", "ruleTitle") AS "name", count(*)::int AS "count"
      FROM "ModerationEvent"
      WHERE "id" >= ${from}::uuid AND "id" < ${to}::uuid AND "kind" = 'DECISION'
      GROUP BY "action", "ruleTitle" ORDER BY "action", "ruleTitle"`,
    // SQL: the log keeps the appeals of deleted accounts. A reversal answers an open appeal.
    database.rows<Count>`
      SELECT coalesce(answer."outcome",
          CASE WHEN a."memberId" IS NULL THEN 'ACCOUNT DELETED' ELSE 'OPEN' END) AS "name",
        count(*)::int AS "count"
      FROM "ModerationEvent" a LEFT JOIN LATERAL (
        SELECT coalesce(f."outcome"::text, 'REVERSED') AS "outcome" FROM "ModerationEvent" f
        WHERE f."decisionId" = a."decisionId" AND f."id" > a."id"
          AND f."kind" IN ('APPEAL_DECISION', 'REVERSAL')
        ORDER BY f."id" LIMIT 1) answer ON true
      WHERE a."id" >= ${from}::uuid AND a."id" < ${to}::uuid AND a."kind" = 'APPEAL'
      GROUP BY 1 ORDER BY 1`,
    // SQL: groups by the year of an id.
    database.rows<Count>`
      SELECT concat_ws(': ', d."action", CASE r."kind" WHEN 'LIFT' THEN 'lifted'
          WHEN 'REVERSAL' THEN 'by a moderator' ELSE 'after an appeal' END) AS "name",
        count(*)::int AS "count"
      FROM "ModerationEvent" r LEFT JOIN "ModerationEvent" d ON d."id" = r."decisionId"
      WHERE r."id" >= ${from}::uuid AND r."id" < ${to}::uuid
        AND (r."kind" IN ('REVERSAL', 'LIFT') OR r."outcome" = 'REVERSED')
      GROUP BY 1 ORDER BY 1`,
    // SQL: a percentile.
    database.rows<YearlyReport['responseHours']>`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "hours") AS "median",
        max("hours") AS "slowest"
      FROM "Report" r, LATERAL (SELECT (extract(epoch FROM r."closedAt") * 1000
        - ('x' || substr(replace(r."id"::text, '-', ''), 1, 12))::bit(48)::bigint)::float8
        / 3600000 AS "hours") t
      WHERE r."id" >= ${from}::uuid AND r."id" < ${to}::uuid AND r."decisionId" IS NOT NULL`,
  ])
  return {
    reports,
    decisions,
    appeals,
    reversals,
    responseHours: times ?? { median: null, slowest: null },
  }
}
