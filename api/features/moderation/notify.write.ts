import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { IdGenerator } from '#api/lib/ids.ts'

type Transaction = Prisma.TransactionClient
type Reported = { id: string; reporterId: string | null }

/** Notifies the reporters of what came of their reports, in the transaction that decides. */
export async function notifyReporters(
  transaction: Transaction,
  ids: IdGenerator,
  reports: readonly Reported[],
): Promise<void> {
  await transaction.notification.createMany({
    data: reports.flatMap(({ id: reportId, reporterId: userId }) =>
      userId === null ? [] : [{ id: ids.next(), userId, kind: 'REPORT_OUTCOME', reportId }],
    ),
  })
}

/** Notifies a member of an event of the moderation log that concerns them. */
export async function notifyMember(
  transaction: Transaction,
  ids: IdGenerator,
  { eventId, memberId }: { eventId: string; memberId: string | null },
): Promise<void> {
  if (memberId === null) return
  await transaction.notification.create({
    data: { id: ids.next(), userId: memberId, kind: 'MODERATION', eventId },
  })
}
