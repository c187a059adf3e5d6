import { LRUCache } from 'lru-cache'
import type { Snapshot } from '#api/features/feed/snapshot.ts'
import { cacheCounts } from '#api/telemetry/caches.ts'
import type { Template } from './template.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** Characters of a request. The responses to longer ones are not cached. */
const MAX_KEY_LENGTH = 4_000

/** A template holds the response three times: whole, in segments, and compressed. */
const sizeOf = ({ unliked }: Template, key: string) => 2 * key.length + 3 * unliked.length

/** Responses by the text of their requests, rendered from one snapshot of the newest posts. A newer snapshot empties the cache. */
export class ResponseCache {
  #snapshot: Snapshot | null = null
  readonly #templates = new LRUCache<string, Template>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
  })
  readonly #inFlight = new Map<string, Promise<Template | null>>()
  readonly #counts = cacheCounts('responses', this.#templates)

  get(request: string, snapshot: Snapshot): Template | undefined {
    this.#keepOnly(snapshot)
    const template = this.#templates.get(request)
    if (template) this.#counts.hits++
    return template
  }

  /** Concurrent callers share one rendering. */
  async getOrRender(
    request: string,
    snapshot: Snapshot,
    render: () => Promise<Template | null>,
  ): Promise<Template | null> {
    if (request.length > MAX_KEY_LENGTH) return null
    const template = this.get(request, snapshot)
    if (template) return template
    this.#counts.misses++
    const inFlight = this.#inFlight.get(request)
    if (inFlight) return inFlight
    const rendering = render().finally(
      () => this.#inFlight.get(request) === rendering && this.#inFlight.delete(request),
    )
    this.#inFlight.set(request, rendering)
    const rendered = await rendering
    if (rendered && snapshot === this.#snapshot) this.#templates.set(request, rendered)
    return rendered
  }

  #keepOnly(snapshot: Snapshot) {
    if (snapshot === this.#snapshot) return
    this.#snapshot = snapshot
    this.#templates.clear()
    this.#inFlight.clear()
  }
}
