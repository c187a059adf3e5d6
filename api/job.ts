import type { Logger } from 'pino'
import type { JobServices } from './context.ts'

export const HOUR_MS = 60 * 60 * 1000

/**
 * Work that the first process repeats. A run can end at any point, and several machines may run
 * the same job at once.
 */
export interface Job {
  name: string
  intervalMs: number
  /** Whether it may take hours, so that no other job waits for it. */
  isLong?: boolean
  run(services: JobServices, signal: AbortSignal): Promise<unknown>
}

/** Rows per statement, so that each stays below the statement timeout. */
const BATCH_SIZE = 5_000

/**
 * Deletes rows in batches until there are no more.
 * @param deleteBatch deletes at most so many rows. @returns how many
 * @param signal leaves the rest to the next run
 */
export async function deleteInBatches(
  deleteBatch: (maxRows: number) => PromiseLike<number>,
  signal?: AbortSignal,
): Promise<void> {
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE && !signal?.aborted) deleted = await deleteBatch(BATCH_SIZE)
}

interface ItemOptions {
  log: Logger
  signal?: AbortSignal | undefined
  /** Of a log line about an item. */
  failure: string
}

/**
 * Runs a step of a job for one item after the other. A step that fails is logged, and stops no
 * other.
 * @throws the signal's reason, or in the end an error if a step failed
 */
export async function forEachItem<Item extends { id: string }>(
  items: readonly Item[],
  step: (item: Item) => Promise<unknown>,
  { log, signal, failure }: ItemOptions,
): Promise<void> {
  let failures = 0
  for (const item of items) {
    signal?.throwIfAborted()
    try {
      await step(item)
    } catch (err) {
      signal?.throwIfAborted()
      failures++
      log.error({ err, item: item.id }, failure)
    }
  }
  if (failures > 0) throw new Error(`${failure}: ${failures} of ${items.length}`)
}
