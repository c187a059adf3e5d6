import { type ScrollPosition, scrollPositions } from './scroll-position-schema.ts'
import { storedState } from './stored-state.ts'
import { storedText } from './stored-text.ts'

/** Set on a list, with its name, and on each of its items, with the item's id. */
export const LIST_ATTRIBUTE = 'data-list'
export const ITEM_ATTRIBUTE = 'data-item'

export const itemAttributes = ({ id }: { id: string }) => ({ [ITEM_ATTRIBUTE]: id })
export const itemSelector = (list: string, id: string) =>
  `[${LIST_ATTRIBUTE}="${CSS.escape(list)}"] [${ITEM_ATTRIBUTE}="${CSS.escape(id)}"]`

const stored = storedState(storedText('scroll-positions', 'sessionStorage'), scrollPositions)
const MAX_STORED = 50

let restored: Map<string, ScrollPosition> | undefined

/** Stored positions count after a reload, Back or Forward; a new visit starts at the top. */
function positions(): Map<string, ScrollPosition> {
  if (restored) return restored
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  restored = new Map((navigation?.type !== 'navigate' && stored.read()) || [])
  return restored
}

function currentPosition(): ScrollPosition {
  const top = window.scrollY
  const items = [...document.querySelectorAll(`[${LIST_ATTRIBUTE}] [${ITEM_ATTRIBUTE}]`)]
  const item = items.find((each) => each.getBoundingClientRect().bottom > 0)
  const list = item?.closest(`[${LIST_ATTRIBUTE}]`)
  if (!item || !list) return { top }
  return {
    top,
    list: list.getAttribute(LIST_ATTRIBUTE) ?? '',
    item: item.getAttribute(ITEM_ATTRIBUTE) ?? '',
    offset: item.getBoundingClientRect().top,
    count: list.querySelectorAll(`[${ITEM_ATTRIBUTE}]`).length,
  }
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
    // Keep the saved item while the page is still loading its own.
    if (!position.item && positions().get(key)?.item) return
    positions().delete(key)
    positions().set(key, position)
  }
  const saveAndStore = () => {
    save()
    stored.write([...positions()].slice(-MAX_STORED))
  }
  window.addEventListener('pagehide', saveAndStore)
  return () => {
    window.removeEventListener('pagehide', saveAndStore)
    save()
  }
}
