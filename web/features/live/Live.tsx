import { useEffect, useRef, useState } from 'react'
import { POST_ATTRIBUTE } from '../../lib/scroll-position.ts'
import { useStore } from '../../lib/store.ts'
import { StoreTimeZone } from '../notification/StoreTimeZone.tsx'
import { useUnread } from '../notification/use-unread.ts'
import { followedFeed } from './followed-feed.ts'
import { useLiveSubscription } from './Live.generated.ts'

/** Other posts on the screen open the stream again, at most this often. */
const POSTS_MS = 10_000

interface LiveProps {
  viewerId: string | undefined
  /** Visitors and the demo user have none. */
  hasNotifications: boolean
}

/** The page's stream: the news of its feed, of the posts on the screen, and of the viewer. */
export default function Live({ viewerId, hasNotifications }: LiveProps) {
  const feed = useStore(followedFeed)
  const posts = useFollowedPosts()
  useLiveSubscription({
    streamKey: feed || hasNotifications ? `live ${feed?.scope ?? ''} ${viewerId ?? ''}` : null,
    restartKey: posts.key,
    variables: () => ({
      scope: feed?.scope ?? null,
      after: feed?.newestId() ?? null,
      postIds: posts.follow(),
    }),
    onData: ({ live }) => {
      if (live.__typename === 'FeedUpdate') feed?.onUpdate(live)
    },
  })
  const settings = useUnread()?.notificationSettings
  return hasNotifications && settings?.timeZone === null ? <StoreTimeZone /> : null
}

interface FollowedPosts {
  /** Changes when the screen shows posts that are not followed. */
  key: string
  /** Follows the posts on the screen. @returns their ids */
  follow: () => string[]
}

function useFollowedPosts(): FollowedPosts {
  const followed = useRef<readonly string[]>([])
  const [key, setKey] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      const visible = visiblePostIds()
      if (!visible.every((id) => followed.current.includes(id))) setKey(String(visible))
    }, POSTS_MS)
    return () => clearInterval(timer)
  }, [])
  const follow = () => {
    const visible = visiblePostIds()
    followed.current = visible
    return visible
  }
  return { key, follow }
}

function visiblePostIds(): string[] {
  return [...document.querySelectorAll(`[${POST_ATTRIBUTE}]`)].flatMap((post) => {
    const { top, bottom } = post.getBoundingClientRect()
    const id = post.getAttribute(POST_ATTRIBUTE)
    // Posts that the server has not confirmed yet have another kind of id.
    return id?.startsWith('post_') && bottom > 0 && top < innerHeight ? id : []
  })
}
