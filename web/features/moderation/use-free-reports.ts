import type { ReportStatus } from '../../apollo/schema.generated.ts'
import { useViewer } from '../user/viewer.ts'
import type { ReportList_ReportsFragment } from './ReportList.generated.ts'
import { claimantOf } from './use-claimant.ts'

export type ListedReport = ReportList_ReportsFragment['edges'][number]['node']

/** The reports of a list that still have its status, and which the viewer can judge next. */
export function useFreeReports({ edges }: ReportList_ReportsFragment, status: ReportStatus) {
  const viewerId = useViewer()?.id
  // A decided report leaves the queue as the cache learns of it.
  const reports = edges.map(({ node }) => node).filter((report) => report.status === status)
  const isFree = (report: ListedReport) => claimantOf(report, viewerId) === null
  return {
    reports,
    firstFree: (reports.find(isFree) ?? reports[0])?.id,
    /** The next one after a report in the queue, else the first one. */
    after(id: string | null, closedIds: readonly string[]): string | undefined {
      const index = reports.findIndex((report) => report.id === id)
      const rest = [...reports.slice(index + 1), ...reports.slice(0, Math.max(index, 0))]
      return rest.find((report) => isFree(report) && !closedIds.includes(report.id))?.id
    },
  }
}
