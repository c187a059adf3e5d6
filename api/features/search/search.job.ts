import { HOUR_MS, type Job } from '#api/job.ts'
import { reindexSearch } from './search.reindex.ts'

/** Rewrites the search index after an upgrade that changes it. */
export const job: Job = {
  name: 'search index',
  intervalMs: HOUR_MS,
  isLong: true,
  run: reindexSearch,
}
