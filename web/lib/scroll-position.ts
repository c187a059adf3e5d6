/** Where the reader was on a page. */
interface Place {
  /** How far the page was scrolled, in pixels. */
  top: number
  /** The first post on the screen, and how far its top was from the screen's, in pixels. */
  post?: string
  offset?: number
  /** How many posts had been loaded. */
  count?: number
}

/** Found on each post of a list. */
export const POST_ATTRIBUTE = 'data-post'

const STORAGE_KEY = 'places'
/** Older ones are forgotten. */
const MOST = 50
const places = new Map<string, Place>(stored())

/** What an earlier load of the page remembered, where it is loaded again or come back to. Whoever comes anew begins anew. */
function stored(): [string, Place][] {
  try {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.type === 'navigate'
      ? []
      : JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    return []
  }
}

function store() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-MOST)))
  } catch {
    // Without storage, places last as long as the page.
  }
}

function placeNow(): Place {
  const top = window.scrollY
  const posts = [...document.querySelectorAll(`[${POST_ATTRIBUTE}]`)]
  const first = posts.find((post) => post.getBoundingClientRect().bottom > 0)
  const id = first?.getAttribute(POST_ATTRIBUTE)
  return first && id
    ? { top, post: id, offset: first.getBoundingClientRect().top, count: posts.length }
    : { top }
}

/** @param key of the history entry */
export function placeAt(key: string): Place | undefined {
  return places.get(key)
}

/**
 * Remembers the reader's place on a page when it is left, for another page or altogether.
 * @returns to be called when it is left
 */
export function rememberPlace(key: string): () => void {
  const remember = () => {
    const place = placeNow()
    // A page that still waits for its posts has no place of its own yet.
    if (!place.post && places.get(key)?.post) return
    places.delete(key)
    places.set(key, place)
  }
  const leave = () => {
    remember()
    store()
  }
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    remember()
  }
}
