import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { limits } from '#rules/limits.ts'
import { useSavedScrollPosition } from '../../lib/navigation.ts'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'

/** A search costs more after a cursor, so 100 posts would exceed the cost limit of an operation. */
const RESTORED_PAGE_SIZE = 50

interface ScrollRestorationOptions {
  posts: readonly { id: string }[]
  hasMore: boolean
  onLoadMore: (first: number) => Promise<unknown>
}

/**
 * Scrolls back to the post that was visible when the user left the page; loads missing posts first.
 * @returns whether posts are still loading, and the index of the restored post
 */
export function useScrollRestoration({ posts, hasMore, onLoadMore }: ScrollRestorationOptions): {
  isRestoring: boolean
  initialIndex: number
} {
  const [position] = useState(useSavedScrollPosition())
  const [isDone, setDone] = useState(!position?.post)
  const index = isDone ? 0 : posts.findIndex(({ id }) => id === position?.post)
  const missing =
    isDone || index >= 0 || !hasMore
      ? 0
      : (position?.count ?? 0) + limits.pageSize.max - posts.length
  const isRestoring = missing > 0

  const loadMore = useEffectEvent(() =>
    onLoadMore(Math.min(missing, RESTORED_PAGE_SIZE)).catch(() => setDone(true)),
  )
  // Each loaded page triggers the next request.
  useEffect(() => {
    if (missing > 0) loadMore()
  }, [missing])

  useLayoutEffect(() => {
    if (isDone || isRestoring) return
    const post = document.querySelector(`[${POST_ATTRIBUTE}="${CSS.escape(position?.post ?? '')}"]`)
    if (post) window.scrollBy(0, post.getBoundingClientRect().top - (position?.offset ?? 0))
    else window.scrollTo(0, position?.top ?? 0)
    setDone(true)
  }, [isDone, isRestoring, position])

  return { isRestoring, initialIndex: Math.max(index, 0) }
}
