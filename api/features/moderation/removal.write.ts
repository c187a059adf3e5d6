import type { CoreServices } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { forEachItem } from '#api/job.ts'
import { oldestIdAt } from '#api/lib/ids.ts'
import { deletePosts } from '../post/delete-posts.ts'
import { takesBack } from '../report/report.row.ts'
import { lockUsers } from '../user/lock-users.ts'
import { REMOVAL_MS } from './decision.rules.ts'
import { lockHiddenPosts } from './restore.write.ts'

/** Posts per transaction. */
const BATCH_SIZE = 500
const TRANSACTION_TIMEOUT_MS = 30_000

/**
 * Deletes what decisions removed 30 days ago, unless they were taken back or an appeal is open. The
 * cleanup of media removes the pictures.
 * @throws when a decision failed, after the others
 */
export async function deleteRemoved(
  { database, log }: Pick<CoreServices, 'database' | 'log'>,
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
  await forEachItem(
    decisions,
    ({ id, memberId }) => deleteHidden(database, { id, memberId, now }, signal),
    { log, signal, failure: 'Failed to delete what a decision removed' },
  )
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

/** In batches, so that no statement holds many locks for long. */
async function deleteHidden(
  database: Database,
  decision: Decision,
  signal: AbortSignal,
): Promise<void> {
  let remaining: number | undefined
  do {
    signal.throwIfAborted()
    remaining = await ifDue(database, decision, deleteHiddenPosts)
  } while (remaining)
  await ifDue(database, decision, deleteRest)
}

/** @returns what the step does; undefined without it when the decision is no longer due */
function ifDue<T>(
  database: Database,
  { id, memberId, now }: Decision,
  step: (transaction: Prisma.TransactionClient, decisionId: string) => Promise<T>,
): Promise<T | undefined> {
  return retryOnDeadlock(() =>
    database.$transaction(
      async (transaction) => {
        // Appeals and reversals lock the member too, so none can come in between.
        await lockUsers(transaction, [memberId])
        await lockHiddenPosts(transaction, [id])
        const due = await transaction.moderationEvent.findFirst({
          where: { ...isDue(now), AND: { id } },
        })
        return due ? step(transaction, id) : undefined
      },
      { timeout: TRANSACTION_TIMEOUT_MS },
    ),
  )
}

/** @returns how many posts remained, even if only a part of their likes and replies is deleted */
async function deleteHiddenPosts(
  transaction: Prisma.TransactionClient,
  decisionId: string,
): Promise<number> {
  const posts = await transaction.post.findMany({
    where: { hiddenBy: { some: { decisionId } } },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: BATCH_SIZE,
  })
  const ids = posts.map(({ id }) => id)
  if (ids.length > 0) await deletePosts(transaction, ids)
  return ids.length
}

async function deleteRest(
  transaction: Prisma.TransactionClient,
  decisionId: string,
): Promise<void> {
  await transaction.hiddenShare.deleteMany({ where: { decisionId } })
  await transaction.thanks.deleteMany({ where: { hiddenById: decisionId } })
  await transaction.hiddenProfile.deleteMany({ where: { decisionId } })
}
