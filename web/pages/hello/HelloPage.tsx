import { PostList } from '../../features/feed/PostList.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { helloPageMessages } from '../../messages/hello-page.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { useHelloQuery } from './Hello.generated.ts'

/** Posts that nobody answered yet. */
export default function HelloPage() {
  const { data, error, refetch, fetchMore } = useHelloQuery(useListFetchPolicy())
  return (
    <Page
      title={t(helloPageMessages.title)}
      head={<Muted maxW="reading">{t(helloPageMessages.intro)}</Muted>}
    >
      <LoadState
        title={t(helloPageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PostSkeletons />}
        hasData={data !== undefined}
      />
      {data && (
        <PostList
          posts={data.feed}
          fetchMore={fetchMore}
          empty={
            <EmptyState
              drawing={<EmptyFeedDrawing />}
              title={t(helloPageMessages.empty)}
              hint={t(helloPageMessages.emptyHint)}
            />
          }
        />
      )}
    </Page>
  )
}
