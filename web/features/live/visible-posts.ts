import { useEffect, useState } from 'react'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'

/** Posts that someone scrolls past don't matter. */
const SETTLED_MS = 1_500

/** The ids of the posts on the screen, once scrolling has ended. */
export function useVisiblePosts(): readonly string[] {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () =>
      setIds((before) => {
        const visible = visiblePostIds()
        // Another set of ids opens another stream.
        return visible.every((id) => before.includes(id)) ? before : visible
      })
    const updateLater = () => {
      clearTimeout(timer)
      timer = setTimeout(update, SETTLED_MS)
    }
    updateLater()
    addEventListener('scroll', updateLater, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', updateLater)
    }
  }, [])
  return ids
}

function visiblePostIds(): string[] {
  return [...document.querySelectorAll(`[${POST_ATTRIBUTE}]`)].flatMap((post) => {
    const { top, bottom } = post.getBoundingClientRect()
    const id = post.getAttribute(POST_ATTRIBUTE)
    // Posts that the server has not confirmed yet have another kind of id.
    return id?.startsWith('post_') && bottom > 0 && top < innerHeight ? id : []
  })
}
