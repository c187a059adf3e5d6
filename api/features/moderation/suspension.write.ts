import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { timeOf } from '#api/lib/ids.ts'
import { takesBack } from '../report/report.row.ts'
import { endOf, suspensionUnder } from './decision.rules.ts'

type Transaction = Prisma.TransactionClient

/** Suspensions that were neither taken back nor lifted. They may have ended. */
export function suspensionsOf(transaction: Transaction, userId: string) {
  return transaction.moderationEvent.findMany({
    where: {
      memberId: userId,
      action: 'SUSPEND',
      followUps: { none: { OR: [...takesBack.OR, { kind: 'LIFT' }] } },
    },
    select: { id: true, suspendDays: true },
  })
}

/** The ids of the suspensions that still last. */
export async function lastingSuspensionsOf(
  transaction: Transaction,
  userId: string,
): Promise<string[]> {
  const suspensions = await suspensionsOf(transaction, userId)
  const now = new Date()
  return suspensions
    .filter(({ id, suspendDays }) => (endOf(timeOf(id), suspendDays) ?? now) >= now)
    .map(({ id }) => id)
}

/** Sets the state of a locked account to what its decisions say. */
export async function updateSuspension(transaction: Transaction, userId: string): Promise<void> {
  const suspensions = await suspensionsOf(transaction, userId)
  await transaction.user.update({
    where: { id: userId },
    data: suspensionUnder(
      suspensions.map(({ id, suspendDays }) => ({ start: timeOf(id), suspendDays })),
    ),
  })
}
