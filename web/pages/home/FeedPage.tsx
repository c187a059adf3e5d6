import { PostList } from '../../features/feed/PostList.tsx'
import { Composer } from '../../features/post/composer/Composer.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { PanelSearch } from '../../features/search/PanelSearch.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useFeedQuery } from './Home.generated.ts'

export function FeedPage() {
  const panel = (
    <>
      <PanelSearch />
      <SidePanel />
    </>
  )
  return (
    <Page title="Good Vibes Feed" panel={panel}>
      <Composer />
      <Feed />
    </Page>
  )
}

function Feed() {
  const { data, error, fetchMore, refetch } = useFeedQuery()
  if (!data)
    return error ? (
      <FailedState title="We couldn’t load the feed." onRetry={() => refetch()} />
    ) : (
      <PostSkeletons />
    )
  const { edges, pageInfo } = data.feed
  if (edges.length === 0)
    return (
      <EmptyState
        drawing={<EmptyFeedDrawing />}
        title="No posts yet. Be the first to share some positivity!"
      />
    )
  return (
    <PostList
      posts={edges.map(({ node }) => node)}
      hasMore={pageInfo.hasNextPage}
      onLoadMore={(first) => fetchMore({ variables: { first, after: pageInfo.endCursor } })}
    />
  )
}
