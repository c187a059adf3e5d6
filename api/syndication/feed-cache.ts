import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FeedFile } from './feed-file.ts'

export interface RenderedFeed {
  text: string
  etag: string
  /**
   * When this process rendered it: a post that left since another process did may be older. In
   * whole seconds, as HTTP has it; null while another file has this second.
   */
  lastModified: string | null
}

/** Up to 60 KB each. */
const MAX_FEEDS = 200

/**
 * Keeps the rendered file of each address. The posts are read for
 * each request, so that nothing has to be invalidated.
 */
export function createFeedCache() {
  const cache = new LRUCache<string, RenderedFeed & { second: string }>({ max: MAX_FEEDS })
  /** @param key the address, and the viewer if the file depends on one */
  return (key: string, file: FeedFile, render: () => string): RenderedFeed => {
    const etag = etagOf(key, file)
    const previous = cache.get(key)
    const second = new Date().toUTCString()
    const lastModified = second === previous?.second ? null : second
    if (previous?.etag === etag) {
      if (!previous.lastModified) Object.assign(previous, { lastModified, second })
      return previous
    }
    const feed = { text: render(), etag, lastModified, second }
    cache.set(key, feed)
    return feed
  }
}

function etagOf(key: string, file: FeedFile): string {
  const hash = createHash('sha256').update(key).update(JSON.stringify(file))
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}
