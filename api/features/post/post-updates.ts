import type { ReadPayloads } from '#api/graphql/payloads.ts'
import type { PostRow } from './post.row.ts'
import { parsePostIds } from './webhook-source.ts'

/** A popular post's counts change more often than people need to know. */
const MIN_INTERVAL_MS = 10_000

/**
 * Reads posts that changed. The first ones are the present state of all.
 * @param ids public ids
 * @throws AppError BAD_INPUT, NOT_FOUND
 */
export function postUpdates(ids: readonly unknown[], field = 'ids'): ReadPayloads<PostRow> {
  const postIds = parsePostIds(ids, field)
  const changed = new Set<string>()
  const nextTimes = new Map<string, number>()
  return async (batch, { reads, viewer, stream, streams }) => {
    const now = streams.clock.now()
    for (const id of postIds) if (batch.has('post', id)) changed.add(id)
    const due = [...changed].filter((id) => (nextTimes.get(id) ?? 0) <= now)
    for (const id of due) {
      changed.delete(id)
      nextTimes.set(id, now + MIN_INTERVAL_MS)
    }
    const waits = [...changed].map((id) => (nextTimes.get(id) ?? now) - now)
    if (waits.length > 0) stream?.wakeAfter(Math.min(...waits))
    const posts = await Promise.all(due.map((id) => reads.posts.byId(id, viewer?.id ?? null)))
    return posts.filter((post) => post !== null)
  }
}
