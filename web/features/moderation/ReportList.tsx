import { chakra } from '@chakra-ui/react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type FetchMore, MoreEntries } from './MoreEntries.tsx'
import type { ReportList_ReportsFragment } from './ReportList.generated.ts'
import { ReportRow } from './ReportRow.tsx'
import type { ListedReport } from './use-free-reports.ts'

const empty = {
  open: { title: moderationMessages.noOpen, hint: moderationMessages.noOpenHint },
  decided: { title: moderationMessages.noDecided, hint: null },
  closed: { title: moderationMessages.noClosed, hint: moderationMessages.noClosedHint },
}

interface ReportListProps {
  reports: readonly ListedReport[]
  pageInfo: ReportList_ReportsFragment['pageInfo']
  filter: keyof typeof empty
  selectedId: string | null
  pathOf: (reportId: string) => string
  fetchMore: FetchMore
}

/** With fewer left, the next page loads by itself. */
const FEW = 5

export function ReportList({ reports, pageInfo, filter, selectedId, ...props }: ReportListProps) {
  const { pathOf, fetchMore } = props
  const { endCursor, hasNextPage } = pageInfo
  const loadMore = () => fetchMore({ variables: { after: endCursor } })
  const needsMore = hasNextPage && reports.length < FEW
  const loadNext = useEffectEvent(() => void loadMore().catch(() => {}))
  useEffect(() => {
    if (needsMore) loadNext()
  }, [needsMore])
  if (reports.length === 0 && !hasNextPage) {
    const { title, hint } = empty[filter]
    return <EmptyState drawing={<EmptyFeedDrawing />} title={t(title)} hint={hint && t(hint)} />
  }
  return (
    <chakra.div>
      <List>
        <ul aria-label={t(moderationMessages.queue)}>
          {reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              to={pathOf(report.id)}
              isCurrent={report.id === selectedId}
            />
          ))}
        </ul>
      </List>
      <MoreEntries pageInfo={pageInfo} fetchMore={fetchMore} />
    </chakra.div>
  )
}

const List = chakra(Card, { base: { p: '0', overflow: 'hidden' } })
