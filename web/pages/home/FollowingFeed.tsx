import { useEffect, useRef, useState } from 'react'
import { PostList } from '../../features/feed/PostList.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { SharedBy } from '../../features/share/SharedBy.tsx'
import { followsChanged } from '../../features/user/follows-changed.ts'
import { t } from '../../lib/i18n.ts'
import { feedPageMessages } from '../../messages/feed-page.ts'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { showRefusal } from '../../ui/show-refusal.ts'
import { useFollowingFeedQuery } from './FollowingFeed.generated.ts'

const EmptyFollowing = lazyPart(() => import('./EmptyFollowing.tsx'), {
  failed: (_props, retry) => <FailedPart onRetry={retry} />,
})

/** Posts and shares of the people whom the viewer follows. */
export default function FollowingFeed() {
  const [isStale] = useState(followsChanged.get)
  const { data, error, fetchMore, refetch } = useFollowingFeedQuery({
    fetchPolicy: isStale ? 'network-only' : 'cache-first',
    nextFetchPolicy: 'cache-first',
  })
  const isLoaded = useRef(false)
  isLoaded.current ||= data !== undefined
  // A list that is loading has all of them, unless someone is followed meanwhile.
  useEffect(() => {
    followsChanged.set(false)
    return () => {
      if (!isLoaded.current) followsChanged.set(true)
    }
  }, [])
  const refresh = async () => {
    await refetch()
    followsChanged.set(false)
  }
  if (!data)
    return (
      <LoadState
        title={t(feedPageMessages.failed)}
        error={error}
        onRetry={refresh}
        loading={<PostSkeletons />}
      />
    )
  return (
    <PostList
      posts={data.feed}
      notes={data.feed.edges.map(({ share }) => share && <SharedBy key={share.id} share={share} />)}
      fetchMore={fetchMore}
      empty={<EmptyFollowing onRefresh={() => refresh().catch(showRefusal)} />}
    />
  )
}
