import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { afterNextPaint } from '../lib/after-next-paint.ts'
import { useSavedScrollPosition } from '../lib/navigation.ts'
import { itemSelector } from '../lib/scroll-position.ts'

interface ScrollRestorationOptions {
  /** Name of the list; without one, nothing is restored. */
  list: string | undefined
  items: readonly { id: string }[]
  hasMore: boolean
  /** Items of a request: more would exceed the cost limit of an operation. */
  pageSize: number
  /** Loads the next `first` items; rejects on failure. */
  load: (first: number) => Promise<unknown>
}

interface ScrollRestoration {
  /** Items are still loading. */
  isRestoring: boolean
  /** The user returns to the list. */
  isReturn: boolean
  /** Of the item to return to. */
  index: number
}

/** Once the item is there, enough to fill the screen below it, if they were loaded before. */
function wantedItems(index: number, count = 0): number {
  const { default: screen, max } = limits.pageSize
  return index < 0 ? count + max : Math.min(count, index + screen)
}

/**
 * Scrolls back to the item that was visible when the user left the page; loads missing items first.
 */
export function useScrollRestoration({
  list,
  items,
  hasMore,
  pageSize,
  load,
}: ScrollRestorationOptions): ScrollRestoration {
  const saved = useSavedScrollPosition()
  const [position] = useState(
    list !== undefined && saved?.list === list && saved.item !== undefined ? saved : null,
  )
  const [isDone, setDone] = useState(position === null)
  // What was missing before the last request.
  const [tried, setTried] = useState(0)
  const index = isDone ? 0 : items.findIndex(({ id }) => id === position?.item)
  const missing = isDone || !hasMore ? 0 : wantedItems(index, position?.count) - items.length
  const isRestoring = missing > 0 && missing !== tried

  const loadMissing = useEffectEvent(async () => {
    // Apollo Client renders a loaded page after its promise.
    await load(Math.min(missing, pageSize)).then(afterNextPaint, () => {})
    setTried(missing)
  })
  // Each loaded page triggers the next request; one that fails or adds nothing ends it.
  useEffect(() => {
    if (missing > 0) void loadMissing()
  }, [missing])

  useLayoutEffect(() => {
    if (isDone || isRestoring) return
    const item = document.querySelector(itemSelector(list ?? '', position?.item ?? ''))
    if (item) window.scrollBy(0, item.getBoundingClientRect().top - (position?.offset ?? 0))
    else window.scrollTo(0, position?.top ?? 0)
    setDone(true)
  }, [isDone, isRestoring, list, position])

  return { isRestoring, isReturn: position !== null, index: Math.max(index, 0) }
}
