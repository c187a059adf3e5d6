import { useSearchParams } from 'react-router-dom'
import { AppealList } from '../../features/moderation/AppealList.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { useAppealQueueQuery } from './Appeals.generated.ts'
import { FilterLink, FilterLinks } from './FilterLink.tsx'
import { listPath } from './queue-url.ts'

const ANSWERED = 'answered'

/** The appeals that wait for an answer, or those that have one. */
export function Appeals() {
  const [search] = useSearchParams()
  const isOpen = search.get('status') !== ANSWERED
  return (
    <>
      <FilterLinks aria-label={t(moderationMessages.whichAppeals)}>
        <FilterLink to={listPath('appeals')} aria-current={isOpen ? 'page' : undefined}>
          {t(moderationMessages.openAppeals)}
        </FilterLink>
        <FilterLink
          to={`${listPath('appeals')}&status=${ANSWERED}`}
          aria-current={isOpen ? undefined : 'page'}
        >
          {t(moderationMessages.closedAppeals)}
        </FilterLink>
      </FilterLinks>
      {/* The key resets all state between lists. */}
      <FilteredAppeals key={String(isOpen)} isOpen={isOpen} />
    </>
  )
}

function FilteredAppeals({ isOpen }: { isOpen: boolean }) {
  const { data, error, refetch, fetchMore } = useAppealQueueQuery({
    variables: { status: isOpen ? 'OPEN' : 'CLOSED' },
    ...useListFetchPolicy(),
  })
  const appeals = data?.appealQueue
  return (
    <>
      <LoadState
        title={t(moderationMessages.failed)}
        error={error}
        onRetry={refetch}
        hasData={Boolean(appeals)}
      />
      {appeals && (
        <AppealList
          appeals={appeals}
          isOpen={isOpen}
          fetchMore={fetchMore}
          onAnswered={() => refetch().catch(() => {})}
        />
      )}
    </>
  )
}
