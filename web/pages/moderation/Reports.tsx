import { useSearchParams } from 'react-router-dom'
import { ListFallback } from './ListFallback.tsx'
import { useModerationQueueQuery } from './Moderation.generated.ts'
import { filterOf, filters } from './queue-url.ts'
import { ReportQueue } from './ReportQueue.tsx'

export function Reports() {
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const { data, error, refetch, fetchMore } = useModerationQueueQuery({
    variables: { status: filters[filter] },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (!data?.moderationQueue) return <ListFallback error={error} onRetry={() => refetch()} />
  return (
    <ReportQueue
      key={filter}
      filter={filter}
      selectedId={search.get('report')}
      rules={data.rules}
      reports={data.moderationQueue}
      refetch={refetch}
      fetchMore={fetchMore}
    />
  )
}
