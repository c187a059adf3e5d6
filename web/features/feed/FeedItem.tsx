import { memo, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { observeNearViewport } from '../../lib/near-viewport.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { CollapsedPostCard, PostCard } from '../post/PostCard.tsx'
import type { PostList_PostsFragment } from './PostList.generated.ts'

export type PostNode = PostList_PostsFragment['edges'][number]['node']

interface FeedItemProps {
  post: PostNode
  /** From 1. */
  position: number
  /** −1 while more posts can be loaded. */
  listSize: number
  /** Whether posts far from the viewport are replaced by an empty box of their height. */
  isWindowed: boolean
  initiallyNear: boolean
  /** Its key says whether it is the same as before. */
  note: ReactElement | null | undefined
  renderText: ((text: string) => ReactNode) | undefined
}

/** The last measured height of each post, in pixels. */
const heights = new Map<string, number>()
const ESTIMATED_HEIGHT_PX = 280

/** A post of a list; collapsed while it is far from the viewport. */
export const FeedItem = memo(
  function FeedItem({
    post,
    position,
    listSize,
    isWindowed,
    initiallyNear,
    note,
    renderText,
  }: FeedItemProps) {
    const slot = useRef<HTMLDivElement>(null)
    const [isNear, setNear] = useState(initiallyNear)
    const isShown = isNear || !isWindowed

    useEffect(() => {
      const element = slot.current
      if (!element || !isWindowed) return
      return observeNearViewport(element, ({ isIntersecting, boundingClientRect }) => {
        if (isIntersecting) return setNear(true)
        // Keep a post with the focus or a playing video.
        if (element.matches(':focus-within') || element.querySelector('video')) return
        if (element.querySelector('article')) heights.set(post.id, boundingClientRect.height)
        setNear(false)
      })
    }, [post.id, isWindowed])

    const showAndFocus = () => {
      flushSync(() => setNear(true))
      slot.current?.querySelector('article')?.focus()
    }

    return (
      <div
        ref={slot}
        {...itemAttributes(post)}
        {...(!isShown && { tabIndex: -1, onFocus: showAndFocus })}
        style={isShown ? undefined : { height: heights.get(post.id) ?? ESTIMATED_HEIGHT_PX }}
      >
        {isShown ? (
          <PostCard
            post={post}
            position={position}
            listSize={listSize}
            note={note}
            renderText={renderText}
          />
        ) : (
          <CollapsedPostCard post={post} />
        )}
      </div>
    )
  },
  (before, after) =>
    before.post.id === after.post.id &&
    before.position === after.position &&
    before.listSize === after.listSize &&
    before.isWindowed === after.isWindowed &&
    before.note?.key === after.note?.key &&
    before.renderText === after.renderText,
)
