import { createStore, inMemory } from '../../lib/store.ts'
import type { FeedScope } from './Live.generated.ts'

interface FeedUpdate {
  newestId?: string | null
  newIds: readonly string[]
  /** There is more than `newIds` can tell. */
  reset: boolean
}

interface ListedFeed {
  scope: FeedScope
  /** The newest post or share that the page has. */
  newestId: () => string | null
  onUpdate: (update: FeedUpdate) => void
}

/** Whether the page has a feed, also while its list is loading. */
export const hasFeed = createStore(inMemory(false))

/** The feed whose news the page shows, once its list has loaded. */
export const listedFeed = createStore(inMemory<ListedFeed | null>(null))
