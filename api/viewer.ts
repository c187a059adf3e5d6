import type { Viewer } from './context.ts'
import { createBatcher } from './database/batch.ts'
import type { Database } from './database/client.ts'
import { Prisma } from './database/generated/prisma/client.ts'
import type { Role } from './database/generated/prisma/enums.ts'
import { uuids } from './database/list.ts'
import { perDatabase } from './database/per-database.ts'
import { DEMO_USER_UUID } from './lib/ids.ts'

/** What every request of an account needs to know about it. */
export interface AccountState {
  userId: string
  needsUsername: boolean
  role: Role
  isSuspended: boolean
  suspendedUntil: string | null
  visibilityVersion: number
}

/** SQL for the JSON of an `AccountState`, of a table with the alias `u`. */
export const accountState = Prisma.sql`json_build_object(
  'userId', u."id",
  'needsUsername', u."needsUsername",
  'role', u."role",
  'isSuspended', u."suspendedAt" IS NOT NULL AND coalesce(u."suspendedUntil" > now(), true),
  'suspendedUntil', u."suspendedUntil",
  'visibilityVersion', u."visibilityVersion")`

export function toViewer(state: AccountState): Viewer {
  const { userId, needsUsername, role, isSuspended, suspendedUntil, visibilityVersion } = state
  return {
    id: userId,
    isDemo: userId === DEMO_USER_UUID,
    needsUsername,
    role,
    suspension: isSuspended ? { until: suspendedUntil ? new Date(suspendedUntil) : null } : null,
    visibilityVersion,
  }
}

const batchOptions = { name: 'viewer', concurrency: 2, maxBatchSize: 64 }

/** Reads accounts that act without a session, in batches. Null if there is no such account. */
export const viewerReads = perDatabase((database: Database) =>
  createBatcher(async (ids: readonly string[]) => {
    // SQL: the same state as that of a session.
    const rows = await database.rows<{ account: AccountState }>`
      SELECT ${accountState} AS "account" FROM "User" u WHERE u."id" = ANY(${uuids(ids)})`
    const viewers = new Map(rows.map(({ account }) => [account.userId, toViewer(account)]))
    return ids.map((id) => viewers.get(id) ?? null)
  }, batchOptions),
)
