import { useSearchParams } from 'react-router-dom'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { LoadState } from '../../ui/LoadState.tsx'
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
  const reports = data?.moderationQueue
  return (
    <>
      <LoadState
        title={t(moderationMessages.failed)}
        error={error}
        onRetry={refetch}
        hasData={Boolean(reports)}
      />
      {reports && (
        <ReportQueue
          filter={filter}
          selectedId={selectedId}
          rules={data.rules}
          reports={reports}
          refetch={refetch}
          fetchMore={fetchMore}
        />
      )}
    </>
  )
}
