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
