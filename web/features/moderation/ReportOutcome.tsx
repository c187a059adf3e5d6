import type { FragmentType } from '@apollo/client'
import { Flex } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { EventSummary } from './EventSummary.tsx'
import {
  type ReportOutcome_ReportFragment,
  useReportOutcome_ReportFragment,
} from './ReportOutcome.generated.ts'
import { reportTitle } from './report-title.ts'
import { TakeBackButton } from './TakeBackButton.tsx'
import { ViewSection } from './ViewSection.tsx'

interface ReportOutcomeProps {
  report: FragmentType<ReportOutcome_ReportFragment>
  refetch: () => Promise<unknown>
}

/** What was decided about a report. */
export function ReportOutcome({ report: reference, refetch }: ReportOutcomeProps) {
  const report = useReportOutcome_ReportFragment(reference)
  if (!report.decision) return null
  return (
    <ViewSection title={t(moderationMessages.outcome)}>
      <Flex gap="3" align="center" justify="space-between" wrap="wrap">
        <EventSummary event={report.decision} />
        <TakeBackButton event={report.decision} about={reportTitle(report)} onTakenBack={refetch} />
      </Flex>
    </ViewSection>
  )
}
