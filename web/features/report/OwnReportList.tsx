import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { PagedList } from '../../ui/PagedList.tsx'
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
  return (
    <PagedList
      label={t(reportsMessages.yours)}
      pageInfo={pageInfo}
      onLoadMore={onLoadMore}
      texts={reportsMessages}
      none={`${t(reportsMessages.none)} ${t(reportsMessages.noneHint)}`}
    >
      {edges.map(({ node }) => (
        <OwnReportRow key={node.id} report={node} />
      ))}
    </PagedList>
  )
}
