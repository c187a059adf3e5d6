import { createStore, inMemory } from '../../lib/store.ts'
import type { FeedScope } from './Live.generated.ts'

interface FeedUpdate {
  newestId?: string | null
  newIds: readonly string[]
  /** There is more than `newIds` can tell. */
  reset: boolean
}

interface FollowedFeed {
  scope: FeedScope
  /** The newest post or share that the page has. */
  newestId: () => string | null
  onUpdate: (update: FeedUpdate) => void
}

/** The feed whose news the page shows. Null while it has none, or its list is loading. */
export const followedFeed = createStore(inMemory<FollowedFeed | null>(null))
