import { useEffect, useRef, useState } from 'react'
import { ITEM_ATTRIBUTE } from '../../lib/scroll-position.ts'
import { useStore } from '../../lib/store.ts'
import { StoreTimeZone } from '../notification/StoreTimeZone.tsx'
import { useUnread } from '../notification/use-unread.ts'
import { useLiveSubscription } from './Live.generated.ts'
import { hasFeed, listedFeed } from './listed-feed.ts'

/** Other posts on the screen open the stream again, at most this often. */
const POSTS_MS = 10_000

interface LiveProps {
  viewerId: string | undefined
  /** Visitors and the demo user have none. */
  hasNotifications: boolean
}

/** The page's stream: the news of its feed, of the posts on the screen, and of the viewer. */
export default function Live({ viewerId, hasNotifications }: LiveProps) {
  const feed = useStore(listedFeed)
  // One stream for both: it waits for the list.
  const isReady = useStore(hasFeed) ? feed !== null : hasNotifications
  const posts = usePostsOnScreen()
  useLiveSubscription({
    streamKey: isReady ? `live ${feed?.scope ?? ''} ${viewerId ?? ''}` : null,
    restarts: posts.changes,
    variables: () => ({
      scope: feed?.scope ?? null,
      after: feed?.newestId() ?? null,
      postIds: posts.watch(),
    }),
    onData: ({ live }) => {
      if (live.__typename === 'FeedUpdate') feed?.onUpdate(live)
    },
  })
  const settings = useUnread()?.notificationSettings
  return hasNotifications && settings?.timeZone === null ? <StoreTimeZone /> : null
}

interface PostsOnScreen {
  /** How often the screen has shown posts that are not watched. */
  changes: number
  /** Watches the posts on the screen. @returns their ids */
  watch: () => string[]
}

function usePostsOnScreen(): PostsOnScreen {
  const watched = useRef<readonly string[]>([])
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      if (!visiblePostIds().every((id) => watched.current.includes(id)))
        setChanges((count) => count + 1)
    }, POSTS_MS)
    return () => clearInterval(timer)
  }, [])
  const watch = () => {
    const visible = visiblePostIds()
    watched.current = visible
    return visible
  }
  return { changes, watch }
}

function visiblePostIds(): string[] {
  return [...document.querySelectorAll(`[${ITEM_ATTRIBUTE}]`)].flatMap((post) => {
    const { top, bottom } = post.getBoundingClientRect()
    const id = post.getAttribute(ITEM_ATTRIBUTE)
    // Posts that the server has not confirmed yet have another kind of id.
    return id?.startsWith('post_') && bottom > 0 && top < innerHeight ? id : []
  })
}
