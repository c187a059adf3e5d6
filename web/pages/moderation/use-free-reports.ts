import type { ReportStatus } from '../../apollo/schema.generated.ts'
import { claimantOf } from '../../features/moderation/use-claimant.ts'
import { useViewer } from '../../features/user/viewer.ts'
import type { ReportQueue_ReportsFragment } from './ReportQueue.generated.ts'

type ListedReport = ReportQueue_ReportsFragment['edges'][number]['node']

/** The reports of a list that still have its status, and which the viewer can judge next. */
export function useFreeReports({ edges }: ReportQueue_ReportsFragment, status: ReportStatus) {
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
