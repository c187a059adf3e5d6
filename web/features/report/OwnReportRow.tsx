import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { reportReasonMessages, reportsMessages } from '../../messages/reports.ts'
import { CitedRule } from '../rule/CitedRule.tsx'
import {
  type OwnReportRow_ReportFragment,
  useOwnReportRow_ReportFragment,
} from './OwnReportRow.generated.ts'
import { OwnReportSummary } from './OwnReportSummary.tsx'
import { SnapshotQuote } from './SnapshotQuote.tsx'

/** A report of the viewer's, and its outcome. */
export function OwnReportRow({
  report: reference,
}: {
  report: FragmentType<OwnReportRow_ReportFragment>
}) {
  const report = useOwnReportRow_ReportFragment(reference)
  const { snapshot, reason, details } = report
  return (
    <StackedRow>
      <OwnReportSummary report={report} />
      {snapshot && <SnapshotQuote snapshot={snapshot} />}
      <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
        {t(reportsMessages.because(t(reportReasonMessages[reason])))}
        {details && (
          <>
            <br />
            <bdi>{details}</bdi>
          </>
        )}
      </chakra.p>
      <Outcome {...report} />
    </StackedRow>
  )
}

function Outcome({ status, outcome, rule, isReversed }: OwnReportRow_ReportFragment) {
  if (status === 'OPEN') return null
  return (
    <div>
      <p>{t(outcome ? reportsMessages[outcome] : reportsMessages.closedAbout)}</p>
      {rule && <CitedRule rule={rule} />}
      {isReversed && <p>{t(reportsMessages.reversed)}</p>}
    </div>
  )
}

export const StackedRow = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    py: '4',
    borderTopWidth: '1px',
    _first: { borderTopWidth: '0', pt: '0' },
    _last: { pb: '0' },
  },
})
