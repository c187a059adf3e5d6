import type { CoreServices } from '#api/context.ts'
import { HOUR_MS, type Job } from '#api/job.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

export const job: Job = {
  name: 'undone shares',
  intervalMs: HOUR_MS,
  run: (services) => deleteUndoneShares(services, Date.now()),
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
): Promise<void> {
  await database.undoneShare.deleteMany({ where: { id: { lt: oldestIdAt(now - KEPT_MS) } } })
}
