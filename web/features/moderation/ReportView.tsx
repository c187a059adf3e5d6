import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { AuthorHistory } from './AuthorHistory.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { ReportDetails } from './ReportDetails.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import { ReportOutcome } from './ReportOutcome.tsx'
import { ReportSubject } from './ReportSubject.tsx'
import {
  type ReportView_ReportFragment,
  useReportView_ReportFragment,
} from './ReportView.generated.ts'
import { reportTitle } from './report-title.ts'
import { useClaim } from './use-claim.ts'

interface ReportViewProps
  extends Pick<
    ComponentProps<typeof DecisionBar>,
    'rules' | 'onDecided' | 'onNext' | 'onPrevious'
  > {
  report: FragmentType<ReportView_ReportFragment>
  refetch: () => Promise<unknown>
  /** Whether it takes the place of the queue or of another report, so that reading goes on here. */
  takesFocus: boolean
}

/** A report with what moderators need to judge it. Claims it while it is shown. */
export function ReportView({ report: reference, refetch, takesFocus, ...bar }: ReportViewProps) {
  const report = useReportView_ReportFragment(reference)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = report.status === 'OPEN'
  const reload = () => void refetch().catch(() => {})
  const claimant = useClaim(report, { isOpen, onTaken: reload })
  const takeFocus = useEffectEvent(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => takeFocus(), [])
  return (
    <>
      <Stack gap="3" pb="4">
        <chakra.h2
          ref={heading}
          tabIndex={-1}
          textStyle="title"
          overflowWrap="anywhere"
          css={{ '&:focus': { outline: 'none' } }}
        >
          {reportTitle(report)}
        </chakra.h2>
        {isOpen && claimant && (
          <chakra.p role="note" textStyle="name" color="accentText">
            {t(moderationMessages.claimedNotice(claimant))}
          </chakra.p>
        )}
        <ReportOutcome report={report} refetch={refetch} />
        <ReportDetails report={report} />
        <ReportSubject report={report} />
        <AuthorHistory report={report} refetch={refetch} />
        <ReportNotes report={report} />
      </Stack>
      <DecisionBar
        {...bar}
        reportId={report.id}
        canDecide={isOpen && claimant === null}
        onFailed={reload}
      />
    </>
  )
}
