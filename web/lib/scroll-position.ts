import type { ScrollPosition } from './scroll-position-schema.ts'
import { storedState } from './stored-state.ts'
import { storedText } from './stored-text.ts'

/** Set on each post of a list; its value is the post's id. */
export const POST_ATTRIBUTE = 'data-post'

const stored = storedText('scroll-positions', 'sessionStorage')
const MAX_STORED = 50

/** Stored positions count after a reload, Back or Forward; a new visit starts at the top. */
export const storedPositions = storedState(
  () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.type !== 'navigate' && stored.read() !== null
  },
  async () => (await import('./scroll-position-schema.ts')).scrollPositions,
)

let restored: Map<string, ScrollPosition> | undefined

function positions(): Map<string, ScrollPosition> {
  restored ??= new Map(storedPositions.parse(stored.read()) ?? [])
  return restored
}

function currentPosition(): ScrollPosition {
  const top = window.scrollY
  const posts = [...document.querySelectorAll(`[${POST_ATTRIBUTE}]`)]
  const first = posts.find((post) => post.getBoundingClientRect().bottom > 0)
  const id = first?.getAttribute(POST_ATTRIBUTE)
  return first && id
    ? { top, post: id, offset: first.getBoundingClientRect().top, count: posts.length }
    : { top }
}

/** @param key of the history entry */
export function savedScrollPosition(key: string | undefined): ScrollPosition | undefined {
  return positions().get(key ?? '')
}

/**
 * Saves the scroll position when the user leaves the page or closes it.
 * @returns a function to call when the user navigates away
 */
export function trackScrollPosition(key: string): () => void {
  const save = () => {
    const position = currentPosition()
    // Keep the saved post while the page is still loading its own.
    if (!position.post && positions().get(key)?.post) return
    positions().delete(key)
    positions().set(key, position)
  }
  const saveAndStore = () => {
    save()
    stored.write(JSON.stringify([...positions()].slice(-MAX_STORED)))
  }
  window.addEventListener('pagehide', saveAndStore)
  return () => {
    window.removeEventListener('pagehide', saveAndStore)
    save()
  }
}
