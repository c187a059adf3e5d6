import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { useEffect, useEffectEvent } from 'react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import type { FetchMore, PageInfo } from '../../lib/paging.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntryList } from './EntryList.tsx'
import type { ReportRow_ReportFragment } from './ReportRow.generated.ts'
import { ReportRow } from './ReportRow.tsx'

const empty = {
  open: { title: moderationMessages.noOpen, hint: moderationMessages.noOpenHint },
  decided: { title: moderationMessages.noDecided, hint: null },
  closed: { title: moderationMessages.noClosed, hint: moderationMessages.noClosedHint },
}

interface ReportListProps {
  reports: readonly ({ id: string } & FragmentType<ReportRow_ReportFragment>)[]
  pageInfo: PageInfo
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
  const needsMore = hasNextPage && reports.length > 0 && reports.length < FEW
  const loadNext = useEffectEvent(() => {
    const page = { first: limits.pageSize.default, after: endCursor }
    void fetchMore({ variables: page }).catch(() => {})
  })
  useEffect(() => {
    if (needsMore) loadNext()
  }, [needsMore])
  if (reports.length === 0 && !hasNextPage) {
    const { title, hint } = empty[filter]
    return <EmptyState drawing={<EmptyFeedDrawing />} title={t(title)} hint={hint && t(hint)} />
  }
  return (
    <EntryList
      name={`reports ${filter}`}
      entries={reports}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
    >
      {(shown) => (
        <List>
          <ul aria-label={t(moderationMessages.queue)}>
            {shown.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                to={pathOf(report.id)}
                isCurrent={report.id === selectedId}
              />
            ))}
          </ul>
        </List>
      )}
    </EntryList>
  )
}

const List = chakra(Card, { base: { p: '0', overflow: 'hidden' } })
