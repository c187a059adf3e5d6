import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { AccountSession } from '#rules/account-api.ts'
import { deviceOf } from '#rules/device.ts'

/** An account's active sessions: the current one first, then by last use, newest first. */
export async function listSessions(
  database: Database,
  userId: string,
  token: string,
): Promise<AccountSession[]> {
  const sessions = await database.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: { updatedAt: 'desc' },
  })
  return sessions
    .map((session) => ({
      id: session.id,
      device: deviceOf(session.userAgent),
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.updatedAt.toISOString(),
      isCurrent: session.token === token,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** @returns false if the account has no session with this id */
export async function endSession(database: Database, userId: string, id: string): Promise<boolean> {
  return (await database.session.deleteMany({ where: { id, userId } })).count > 0
}

/**
 * Ends an account's sessions except the one of the token, or all without one. Also works in a
 * transaction.
 */
export function endOtherSessions(
  database: Pick<Prisma.TransactionClient, 'session'>,
  userId: string,
  token: string | null,
) {
  const kept = token === null ? {} : { token: { not: token } }
  return database.session.deleteMany({ where: { userId, ...kept } })
}
