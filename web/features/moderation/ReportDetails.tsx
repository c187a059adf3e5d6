import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { PersonLink } from './PersonLink.tsx'
import {
  type ReportDetails_ReportFragment,
  useReportDetails_ReportFragment,
} from './ReportDetails.generated.ts'
import { ViewSection } from './ViewSection.tsx'

/** Why it was reported, and by whom. */
export function ReportDetails({
  report: reference,
}: {
  report: FragmentType<ReportDetails_ReportFragment>
}) {
  const report = useReportDetails_ReportFragment(reference)
  const { reason, details, reporter, createdAt } = report
  const count = report.openReportsCount ?? 0
  return (
    <ViewSection title={t(moderationMessages.report)}>
      <chakra.p textStyle="body">
        <strong>{t(moderationMessages.reasons[reason])}</strong>
        {count > 1 && ` · ${t(moderationMessages.reportsOfSubject(count))}`}
      </chakra.p>
      <chakra.p
        textStyle="body"
        color={details ? 'ink' : 'muted'}
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        dir="auto"
      >
        {details ?? t(moderationMessages.noDetails)}
      </chakra.p>
      <chakra.p textStyle="meta" color="muted">
        <RichText
          message={moderationMessages.reportedBy}
          elements={{
            person: <PersonLink user={reporter} />,
            time: <RelativeTime at={createdAt} />,
          }}
        />
      </chakra.p>
    </ViewSection>
  )
}
