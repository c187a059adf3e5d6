import { useNavigationType } from 'react-router-dom'
import { PostList } from '../../features/feed/PostList.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { t } from '../../lib/i18n.ts'
import { bookmarkMessages } from '../../messages/bookmark.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useBookmarksQuery } from './Bookmarks.generated.ts'

/** The posts that the viewer bookmarked. */
export default function BookmarksPage() {
  const isReturn = useNavigationType() === 'POP'
  const { data, error, refetch, fetchMore } = useBookmarksQuery({
    // Bookmarks change while the list is in the cache; Back shows it as it was.
    fetchPolicy: isReturn ? 'cache-first' : 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const bookmarks = data?.viewer?.bookmarks
  return (
    <Page title={t(bookmarkMessages.title)} panel={<SidePanel />}>
      {!bookmarks && error && (
        <FailedState title={t(bookmarkMessages.failed)} error={error} onRetry={() => refetch()} />
      )}
      {!bookmarks && !error && <PostSkeletons />}
      {bookmarks && (
        <PostList
          posts={bookmarks}
          fetchMore={fetchMore}
          empty={
            <EmptyState
              drawing={<EmptyFeedDrawing />}
              title={t(bookmarkMessages.empty)}
              hint={t(bookmarkMessages.emptyHint)}
            />
          }
        />
      )}
    </Page>
  )
}
