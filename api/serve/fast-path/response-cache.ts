import { LRUCache } from 'lru-cache'
import type { Snapshot } from '#api/features/feed/snapshot.ts'
import { cacheCounts } from '#api/telemetry/caches.ts'
import type { CachedResponse } from './cached-response.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** Characters. The cache ignores longer requests. */
const MAX_KEY_LENGTH = 4_000

/** Estimated: the objects of a slot, and of an author's id. */
const SLOT_BYTES = 100
const AUTHOR_BYTES = 100

/** Each entry holds the response twice: also compressed. */
function sizeOf({ anonymous, slots, authors }: CachedResponse, key: string): number {
  const objects = SLOT_BYTES * slots.length + AUTHOR_BYTES * authors.size
  return 2 * key.length + 2 * anonymous.length + objects
}

/**
 * Responses by request body, rendered from one snapshot of the newest posts. A new snapshot clears
 * it.
 */
export class ResponseCache {
  #snapshot: Snapshot | null = null
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
  })
  readonly #inFlight = new Map<string, Promise<CachedResponse | null>>()
  readonly #counts = cacheCounts('responses', this.#entries)

  /** Whether the latest known snapshot has a response. */
  has(request: string): boolean {
    return this.#entries.has(request)
  }

  get(request: string, snapshot: Snapshot): CachedResponse | undefined {
    this.#clearUnlessCurrent(snapshot)
    const cached = this.#entries.get(request)
    if (cached) this.#counts.hits++
    return cached
  }

  /** Concurrent calls share one rendering. */
  async getOrRender(
    request: string,
    snapshot: Snapshot,
    render: () => Promise<CachedResponse | null>,
  ): Promise<CachedResponse | null> {
    if (request.length > MAX_KEY_LENGTH) return null
    const cached = this.get(request, snapshot)
    if (cached) return cached
    this.#counts.misses++
    const inFlight = this.#inFlight.get(request)
    if (inFlight) return inFlight
    const rendering = render().finally(
      () => this.#inFlight.get(request) === rendering && this.#inFlight.delete(request),
    )
    this.#inFlight.set(request, rendering)
    const rendered = await rendering
    if (rendered && snapshot === this.#snapshot) this.#entries.set(request, rendered)
    return rendered
  }

  #clearUnlessCurrent(snapshot: Snapshot) {
    if (snapshot === this.#snapshot) return
    this.#snapshot = snapshot
    this.#entries.clear()
    this.#inFlight.clear()
  }
}
