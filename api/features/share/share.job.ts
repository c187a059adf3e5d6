import type { CoreServices } from '#api/context.ts'
import { deleteInBatches, HOUR_MS, type Job } from '#api/job.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

export const job: Job = {
  name: 'undone shares',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteUndoneShares(services, Date.now(), signal),
}

/** Longer than a walk of a feed lasts. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Deletes what shares that were taken back have left.
 * @param now in milliseconds since 1970
 */
export async function deleteUndoneShares(
  { database }: Pick<CoreServices, 'database'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const where = { id: { lt: oldestIdAt(now - KEPT_MS) } }
  await deleteInBatches(
    async (limit) => (await database.undoneShare.deleteMany({ where, limit })).count,
    signal,
  )
}
