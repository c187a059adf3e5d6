import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { useSavedScrollPosition } from '../lib/navigation.ts'
import { itemSelector } from '../lib/scroll-position.ts'

/** A search costs more after a cursor, so 100 posts would exceed the cost limit of an operation. */
const RESTORED_PAGE_SIZE = 50

interface PlaceOptions {
  /** Name of the list; undefined for one without a place. */
  list: string | undefined
  items: readonly { id: string }[]
  hasMore: boolean
  /** Loads the next `first` items; rejects on failure. */
  load: (first: number) => Promise<unknown>
}

interface Place {
  /** Items are still loading. */
  isRestoring: boolean
  /** The user returns to the list. */
  isReturn: boolean
  /** Of the item to return to. */
  index: number
}

/**
 * Scrolls back to the item that was visible when the user left the page; loads missing items first.
 */
export function usePlace({ list, items, hasMore, load }: PlaceOptions): Place {
  const saved = useSavedScrollPosition()
  const [position] = useState(
    list !== undefined && saved?.list === list && saved.item !== undefined ? saved : null,
  )
  const [isDone, setDone] = useState(position === null)
  const index = isDone ? 0 : items.findIndex(({ id }) => id === position?.item)
  const missing =
    isDone || index >= 0 || !hasMore
      ? 0
      : (position?.count ?? 0) + limits.pageSize.max - items.length
  const isRestoring = missing > 0

  const loadMissing = useEffectEvent(() =>
    load(Math.min(missing, RESTORED_PAGE_SIZE)).catch(() => setDone(true)),
  )
  // Each loaded page triggers the next request.
  useEffect(() => {
    if (missing > 0) loadMissing()
  }, [missing])

  useLayoutEffect(() => {
    if (isDone || isRestoring) return
    const item = document.querySelector(itemSelector(position?.item ?? ''))
    if (item) window.scrollBy(0, item.getBoundingClientRect().top - (position?.offset ?? 0))
    else window.scrollTo(0, position?.top ?? 0)
    setDone(true)
  }, [isDone, isRestoring, position])

  return { isRestoring, isReturn: position !== null, index: Math.max(index, 0) }
}
