import type { CoreServices } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { oldestIdAt } from '#api/lib/ids.ts'
import { takesBack } from '../report/report.row.ts'
import { lockUsers } from '../user/lock-users.ts'
import { REMOVAL_MS } from './decision.rules.ts'
import { lockHiddenPosts } from './restore.write.ts'

/**
 * Deletes what decisions removed 30 days ago, unless they were taken back or an appeal is open. The
 * cleanup of media removes the pictures.
 */
export async function deleteRemoved(
  { database }: Pick<CoreServices, 'database'>,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const decisions = await database.moderationEvent.findMany({
    where: {
      ...isDue(now),
      OR: [
        { hiddenPosts: { some: {} } },
        { hiddenShares: { some: {} } },
        { hiddenThanks: { some: {} } },
        HAS_PROFILE,
      ],
    },
    select: { id: true, memberId: true },
  })
  for (const { id, memberId } of decisions) {
    if (signal.aborted) return
    await deleteHidden(database, { id, memberId, now })
  }
}

const HAS_PROFILE = { hiddenProfile: { isNot: null } }

function isDue(now: number) {
  return {
    action: 'REMOVE' as const,
    id: { lt: oldestIdAt(now - REMOVAL_MS) },
    followUps: { none: takesBack },
    NOT: { appeal: { is: { closedAt: null } } },
  }
}

async function deleteHidden(
  database: Database,
  { id, memberId, now }: { id: string; memberId: string | null; now: number },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    // Appeals and reversals lock the member too, so none can come in between.
    await lockUsers(transaction, [memberId])
    await lockHiddenPosts(transaction, [id])
    const due = await transaction.moderationEvent.findFirst({
      where: { ...isDue(now), AND: { id } },
    })
    if (!due) return
    await transaction.post.deleteMany({ where: { hiddenBy: { some: { decisionId: id } } } })
    await transaction.hiddenShare.deleteMany({ where: { decisionId: id } })
    await transaction.thanks.deleteMany({ where: { hiddenById: id } })
    await transaction.hiddenProfile.deleteMany({ where: { decisionId: id } })
  })
}
