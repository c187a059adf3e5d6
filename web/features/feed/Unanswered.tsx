import { useNavigationType } from 'react-router-dom'
import { t } from '../../lib/i18n.ts'
import { helloPageMessages } from '../../messages/hello-page.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { PostList } from './PostList.tsx'
import { useUnansweredQuery } from './Unanswered.generated.ts'

/** Posts that nobody answered yet, those of newcomers first. */
export function Unanswered() {
  const isReturn = useNavigationType() === 'POP'
  const { data, error, refetch, fetchMore } = useUnansweredQuery({
    // Answers change a list that is in the cache; Back shows it as it was.
    fetchPolicy: isReturn ? 'cache-first' : 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (!data)
    return error ? (
      <FailedState title={t(helloPageMessages.failed)} onRetry={() => refetch()} />
    ) : (
      <PostSkeletons />
    )
  return (
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
  )
}
