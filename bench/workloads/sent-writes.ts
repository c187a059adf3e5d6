import { query } from '../../api/database/embedded/cluster.ts'
import type { Operation } from './operation.ts'

export interface SentWrites {
  /** In the order of sending; the last ones may have no response. */
  operations: readonly Operation[]
  /** Number of acknowledged operations. */
  acknowledged: number
  connections: number
}

/** Requests in flight at the end may be stored without a response. */
export function checkCount(
  stored: number,
  { acknowledged, connections }: Omit<SentWrites, 'operations'>,
  what: string,
) {
  if (stored >= acknowledged && stored <= acknowledged + connections) return
  throw new Error(`${acknowledged} ${what} were acknowledged, but ${stored} are in the database.`)
}

export async function count(databaseUrl: string, sql: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ count: number }>(databaseUrl, sql, values)
  return row?.count ?? 0
}
