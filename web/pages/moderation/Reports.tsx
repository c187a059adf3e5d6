import { useSearchParams } from 'react-router-dom'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { LoadFallback } from '../../ui/LoadFallback.tsx'
import { useModerationQueueQuery } from './Moderation.generated.ts'
import { type Filter, filterOf, filters } from './queue-url.ts'
import { ReportQueue } from './ReportQueue.tsx'

export function Reports() {
  const [search] = useSearchParams()
  const filter = filterOf(search)
  // The key resets all state between filters.
  return <FilteredReports key={filter} filter={filter} selectedId={search.get('report')} />
}

interface FilteredReportsProps {
  filter: Filter
  selectedId: string | null
}

function FilteredReports({ filter, selectedId }: FilteredReportsProps) {
  const { data, error, refetch, fetchMore } = useModerationQueueQuery({
    variables: { status: filters[filter] },
    ...useListFetchPolicy(),
  })
  if (!data?.moderationQueue)
    return <LoadFallback title={t(moderationMessages.failed)} error={error} onRetry={refetch} />
  return (
    <ReportQueue
      filter={filter}
      selectedId={selectedId}
      rules={data.rules}
      reports={data.moderationQueue}
      refetch={refetch}
      fetchMore={fetchMore}
    />
  )
}
