import type { FragmentType } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { observeNearness } from '../../lib/near-screen.ts'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'
import { type PostCard_PostFragment, PostCard_PostFragmentDoc } from '../post/PostCard.generated.ts'
import { PostCard } from '../post/PostCard.tsx'

export type PostReference = { id: string } & FragmentType<PostCard_PostFragment>

interface ListedPostProps {
  post: PostReference
  /** Which of how many it is, from 1; −1 where nobody knows how many there are. */
  position: number
  listSize: number
  /** Whether the list is so long that a post far from the screen gives way to a place of its height. */
  isWindowed: boolean
  /** Whether it is near the screen when it comes. */
  beginsNear: boolean
  renderText: ((text: string) => ReactNode) | undefined
}

/** Heights in pixels of posts as they were last seen, for when one comes back to them. */
const heights = new Map<string, number>()
const USUAL_HEIGHT = 280

/** A post of a list while it is near the screen; else its place, where the browser's own search finds its words. */
export const ListedPost = memo(
  function ListedPost({
    post,
    position,
    listSize,
    isWindowed,
    beginsNear,
    renderText,
  }: ListedPostProps) {
    const place = useRef<HTMLDivElement>(null)
    const [isNear, setNear] = useState(beginsNear)
    const isShown = isNear || !isWindowed

    useEffect(() => {
      const element = place.current
      if (!element || !isWindowed) return
      return observeNearness(element, ({ isIntersecting, boundingClientRect }) => {
        if (isIntersecting) return setNear(true)
        // What is being used stays: the keyboard's place, a video that plays.
        if (element.matches(':focus-within') || element.querySelector('video')) return
        if (element.querySelector('article')) heights.set(post.id, boundingClientRect.height)
        setNear(false)
      })
    }, [post.id, isWindowed])

    return (
      <div
        ref={place}
        {...{ [POST_ATTRIBUTE]: post.id }}
        style={isShown ? undefined : { height: heights.get(post.id) ?? USUAL_HEIGHT }}
      >
        {isShown ? (
          <PostCard post={post} position={position} listSize={listSize} renderText={renderText} />
        ) : (
          <Words post={post} />
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

/** What a post says, unseen, until the browser's search for words in the page finds it. */
function Words({ post }: { post: PostReference }) {
  const client = useApolloClient()
  const [words] = useState(() => {
    const found = client.readFragment({
      fragment: PostCard_PostFragmentDoc,
      fragmentName: 'PostCard_post',
      from: post,
    })
    return found && `${found.author.displayName} ${found.content}`
  })
  return <div ref={(element) => element?.setAttribute('hidden', 'until-found')}>{words}</div>
}
