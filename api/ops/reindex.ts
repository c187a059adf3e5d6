import type { CoreServices } from '#api/context.ts'
import { reindexSearch } from '#api/features/search/search.reindex.ts'
import { createJobs, type Jobs } from './jobs.ts'

const HOUR_MS = 60 * 60 * 1000

/** Rewrites the search index after an upgrade that changes it. */
export function createReindexJobs(services: CoreServices, shutdown: AbortSignal): Jobs {
  const failure = 'Rewriting the search index failed; it goes on in an hour'
  return createJobs(services, {
    jobs: [(services, signal) => reindexSearch(services, signal)],
    intervalMs: HOUR_MS,
    failure,
    shutdown,
  })
}
