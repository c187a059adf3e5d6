import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { limits } from '#rules/limits.ts'
import { POST_ATTRIBUTE, placeAt } from '../../lib/scroll-position.ts'

interface List {
  posts: readonly { id: string }[]
  hasMore: boolean
  onLoadMore: (first: number) => Promise<unknown>
}

/**
 * Leads back to the post that was on the screen when the page was left, once so many posts are loaded again.
 * @returns whether posts are still on their way, and the index of the one that the reader is at
 */
export function useReturn({ posts, hasMore, onLoadMore }: List): {
  isReturning: boolean
  index: number
} {
  const { key } = useLocation()
  const type = useNavigationType()
  const [place] = useState(() => (type === 'POP' ? placeAt(key) : undefined))
  const [isOver, setOver] = useState(!place?.post)
  const index = isOver ? 0 : posts.findIndex(({ id }) => id === place?.post)
  const missing =
    isOver || index >= 0 || !hasMore ? 0 : (place?.count ?? 0) + limits.pageSize.max - posts.length
  const isReturning = missing > 0

  const loadMore = useEffectEvent(() =>
    onLoadMore(Math.min(missing, limits.pageSize.max)).catch(() => setOver(true)),
  )
  // Each page that comes asks for the next one.
  useEffect(() => {
    if (missing > 0) loadMore()
  }, [missing])

  useLayoutEffect(() => {
    if (isOver || isReturning) return
    const post = document.querySelector(`[${POST_ATTRIBUTE}="${CSS.escape(place?.post ?? '')}"]`)
    if (post) window.scrollBy(0, post.getBoundingClientRect().top - (place?.offset ?? 0))
    else window.scrollTo(0, place?.top ?? 0)
    setOver(true)
  }, [isOver, isReturning, place])

  return { isReturning, index: Math.max(index, 0) }
}
