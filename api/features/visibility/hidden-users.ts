import { LRUCache } from 'lru-cache'
import type { Viewer } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import { type HiddenUsers, noneHidden } from './can-see.ts'

/** Entries are users, so this is about 30 MB. */
const MAX_CACHED_USERS = 200_000
const batchOptions = { name: 'visibility.hidden', concurrency: 2, maxBatchSize: 64 }

/** Looks up whom a viewer's lists leave out. */
export type HiddenUsersOf = (viewer: Viewer | null) => HiddenUsers | Promise<HiddenUsers>

/**
 * Caches the hidden users of each viewer by its visibility version, which a trigger changes with
 * them. So nothing has to be invalidated: a request that found a newer version reads again.
 */
export function createHiddenUsers(database: Database): HiddenUsersOf {
  const cache = new LRUCache<string, HiddenUsers>({
    maxSize: MAX_CACHED_USERS,
    sizeCalculation: ({ size }) => size + 1,
  })
  const read = createBatcher(
    (viewerIds: readonly string[]) => readHiddenUsers(database, viewerIds),
    batchOptions,
  )
  return (viewer) => {
    if (!viewer || viewer.visibilityVersion === 0) return noneHidden
    const key = `${viewer.id} ${viewer.visibilityVersion}`
    return (
      cache.get(key) ??
      read(viewer.id).then((hidden) => {
        cache.set(key, hidden)
        return hidden
      })
    )
  }
}

async function readHiddenUsers(
  database: Database,
  viewerIds: readonly string[],
): Promise<HiddenUsers[]> {
  // SQL: set-based: one statement for a batch of viewers.
  const rows = await database.rows<{ users: [id: string, until: string | null][] | null }>`
    SELECT hidden."users" FROM unnest(${uuids(viewerIds)}) WITH ORDINALITY v("id", "index")
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_array(h."userId", h."until")) AS "users"
      FROM hidden_users(v."id") h) hidden
    ORDER BY v."index"`
  return rows.map(({ users }) => toHiddenUsers(users ?? []))
}

function toHiddenUsers(users: readonly [id: string, until: string | null][]): HiddenUsers {
  const hidden = new Map<string, number>()
  for (const [id, until] of users) {
    const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until)
    hidden.set(id, Math.max(end, hidden.get(id) ?? 0))
  }
  return hidden
}

declare module '#api/context.ts' {
  interface Services {
    hiddenUsers: HiddenUsersOf
  }
}
