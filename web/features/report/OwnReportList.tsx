import { Muted } from '../../ui/Muted.tsx'
import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import {
  type OwnReportList_ReportsFragment,
  useOwnReportList_ReportsFragment,
} from './OwnReportList.generated.ts'
import { OwnReportRow } from './OwnReportRow.tsx'

interface ReportListProps {
  reports: FragmentType<OwnReportList_ReportsFragment>
  /** @param after the cursor of the next page */
  onLoadMore: (after: string | null) => Promise<unknown>
}

/** What the viewer reported, newest first. */
export function OwnReportList({ reports, onLoadMore }: ReportListProps) {
  const { edges, pageInfo } = useOwnReportList_ReportsFragment(reports)
  if (edges.length === 0)
    return (
      <Muted>
        {t(reportsMessages.none)} {t(reportsMessages.noneHint)}
      </Muted>
    )
  return (
    <div>
      <ul aria-label={t(reportsMessages.yours)}>
        {edges.map(({ node }) => (
          <OwnReportRow key={node.id} report={node} />
        ))}
      </ul>
      <LoadMore
        isHiddenIfShort
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() => onLoadMore(pageInfo.endCursor)}
        texts={reportsMessages}
      />
    </div>
  )
}
