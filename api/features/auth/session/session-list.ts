import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { deviceOf } from '#rules/device.ts'

/** A session as its owner sees it. */
export interface OwnSession {
  /** The UUID of the session; its token is told to nobody. */
  id: string
  /** In words: "Firefox on Linux". */
  device: string
  createdAt: Date
  /** To within some minutes. */
  lastUsedAt: Date
  /** Whether it is the one that asks. */
  isCurrent: boolean
}

/** The sessions of an account that still count: the one that asks, then the others as they were used, the latest first. */
export async function listSessions(
  database: Database,
  userId: string,
  token: string,
): Promise<OwnSession[]> {
  const sessions = await database.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: { updatedAt: 'desc' },
  })
  return sessions
    .map((session) => ({
      id: session.id,
      device: deviceOf(session.userAgent),
      createdAt: session.createdAt,
      lastUsedAt: session.updatedAt,
      isCurrent: session.token === token,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** Ends one session of an account; false when it has none of that id. */
export async function endSession(database: Database, userId: string, id: string): Promise<boolean> {
  return (await database.session.deleteMany({ where: { id, userId } })).count > 0
}

/** What ends all sessions of an account but one: to be awaited, alone or in a transaction. */
export function endOtherSessions(
  database: Pick<Prisma.TransactionClient, 'session'>,
  userId: string,
  token: string,
) {
  return database.session.deleteMany({ where: { userId, token: { not: token } } })
}
