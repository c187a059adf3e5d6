/** Numbers of statements of a server, by the time that its database took. */
export interface StatementTimes {
  total: number
  within10Ms: number
  within25Ms: number
}

/** Reads the times since the start of the product. @returns null for other servers */
export async function readStatementTimes(url: string): Promise<StatementTimes | null> {
  const response = await fetch(`${url}/metrics`)
  const text = await response.text()
  if (!text.includes('database_statement_duration_seconds_count')) return null
  const value = (line: string) =>
    Number(text.split(`database_statement_duration_seconds${line} `)[1]?.split('\n')[0])
  return {
    total: value('_count'),
    within10Ms: value('_bucket{le="0.01"}'),
    within25Ms: value('_bucket{le="0.025"}'),
  }
}

/** @returns the statements between two readings; null if there are none */
export function statementsSince(
  before: StatementTimes | null,
  after: StatementTimes | null,
): StatementTimes | null {
  if (!before || !after || after.total === before.total) return null
  return {
    total: after.total - before.total,
    within10Ms: after.within10Ms - before.within10Ms,
    within25Ms: after.within25Ms - before.within25Ms,
  }
}
