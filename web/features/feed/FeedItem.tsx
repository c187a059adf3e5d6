import type { FragmentType } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { observeNearViewport } from '../../lib/near-viewport.ts'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'
import { type PostCard_PostFragment, PostCard_PostFragmentDoc } from '../post/PostCard.generated.ts'
import { PostCard } from '../post/PostCard.tsx'

export type PostReference = { id: string } & FragmentType<PostCard_PostFragment>

interface FeedItemProps {
  post: PostReference
  /** From 1. */
  position: number
  /** −1 while more posts can be loaded. */
  listSize: number
  /** Whether posts far from the viewport are replaced by an empty box of their height. */
  isWindowed: boolean
  initiallyNear: boolean
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

    return (
      <div
        ref={slot}
        {...{ [POST_ATTRIBUTE]: post.id }}
        style={isShown ? undefined : { height: heights.get(post.id) ?? ESTIMATED_HEIGHT_PX }}
      >
        {isShown ? (
          <PostCard post={post} position={position} listSize={listSize} renderText={renderText} />
        ) : (
          <CollapsedPost post={post} />
        )}
      </div>
    )
  },
  (before, after) =>
    before.post.id === after.post.id &&
    before.position === after.position &&
    before.listSize === after.listSize &&
    before.isWindowed === after.isWindowed &&
    before.renderText === after.renderText,
)

/** Hidden text, so that the browser's find-in-page still finds the post. */
function CollapsedPost({ post }: { post: PostReference }) {
  const client = useApolloClient()
  const [text] = useState(() => {
    const data = client.readFragment({
      fragment: PostCard_PostFragmentDoc,
      fragmentName: 'PostCard_post',
      from: post,
    })
    return data && `${data.author.displayName} ${data.content}`
  })
  return <div ref={(element) => element?.setAttribute('hidden', 'until-found')}>{text}</div>
}
