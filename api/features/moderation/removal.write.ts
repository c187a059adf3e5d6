import type { CoreServices } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { oldestIdAt } from '#api/lib/ids.ts'
import { takesBack } from '../report/report.row.ts'
import { lockUsers } from '../user/lock-users.ts'
import { REMOVAL_MS } from './decision.rules.ts'
import { lockHiddenPosts } from './restore.write.ts'

const REPLIES_PER_BATCH = 500

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
  for (const { id, memberId } of decisions)
    await deleteHidden(database, { id, memberId, now }, signal)
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

interface Decision {
  id: string
  memberId: string | null
  now: number
}

/** Deletes replies first, in batches, so that no statement holds many locks for long. */
async function deleteHidden(
  database: Database,
  decision: Decision,
  signal: AbortSignal,
): Promise<void> {
  let deleted: number | undefined = REPLIES_PER_BATCH
  while (deleted === REPLIES_PER_BATCH) {
    if (signal.aborted) return
    deleted = await ifDue(database, decision, deleteReplies)
  }
  await ifDue(database, decision, deleteRest)
}

/** @returns what the step does; undefined without it when the decision is no longer due */
function ifDue<T>(
  database: Database,
  { id, memberId, now }: Decision,
  step: (transaction: Prisma.TransactionClient, decisionId: string) => Promise<T>,
): Promise<T | undefined> {
  return database.$transaction(async (transaction) => {
    // Appeals and reversals lock the member too, so none can come in between.
    await lockUsers(transaction, [memberId])
    await lockHiddenPosts(transaction, [id])
    const due = await transaction.moderationEvent.findFirst({
      where: { ...isDue(now), AND: { id } },
    })
    return due ? step(transaction, id) : undefined
  })
}

/** @returns how many */
async function deleteReplies(
  transaction: Prisma.TransactionClient,
  decisionId: string,
): Promise<number> {
  const replies = await transaction.post.findMany({
    where: { threadRoot: { hiddenBy: { some: { decisionId } } } },
    select: { id: true },
    take: REPLIES_PER_BATCH,
  })
  const ids = replies.map(({ id }) => id)
  await transaction.post.deleteMany({ where: { id: { in: ids } } })
  return ids.length
}

async function deleteRest(
  transaction: Prisma.TransactionClient,
  decisionId: string,
): Promise<void> {
  await transaction.post.deleteMany({ where: { hiddenBy: { some: { decisionId } } } })
  await transaction.hiddenShare.deleteMany({ where: { decisionId } })
  await transaction.thanks.deleteMany({ where: { hiddenById: decisionId } })
  await transaction.hiddenProfile.deleteMany({ where: { decisionId } })
}
