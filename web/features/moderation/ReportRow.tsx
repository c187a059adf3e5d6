import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { timeAgo } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { useMinuteTick } from '../../lib/minute-tick.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import {
  type ReportRow_ReportFragment,
  useReportRow_ReportFragment,
} from './ReportRow.generated.ts'
import { reportTitle } from './report-title.ts'
import { useClaimant } from './use-claimant.ts'

interface ReportRowProps {
  report: FragmentType<ReportRow_ReportFragment>
  to: string
  isCurrent: boolean
}

/** A report in the queue, as a link that opens it. */
export function ReportRow({ report: reference, to, isCurrent }: ReportRowProps) {
  const report = useReportRow_ReportFragment(reference)
  const claimant = useClaimant(report)
  const { reason, createdAt, snapshot } = report
  const count = report.openReportsCount ?? 0
  useMinuteTick()
  return (
    <Row {...itemAttributes(report)}>
      <RowLink to={to} aria-current={isCurrent || undefined}>
        <chakra.span display="block" textStyle="name" truncate>
          {reportTitle(report)}
        </chakra.span>
        {snapshot?.content && (
          <chakra.span display="block" textStyle="body" color="muted" lineClamp={2} dir="auto">
            {snapshot.content}
          </chakra.span>
        )}
        <chakra.span display="block" textStyle="meta" color="muted">
          {t(moderationMessages.reasons[reason])}
          {' · '}
          <time dateTime={createdAt}>{timeAgo(new Date(createdAt))}</time>
          {count > 1 && ` · ${t(moderationMessages.reportsOfSubject(count))}`}
        </chakra.span>
        {claimant && (
          <chakra.span display="block" textStyle="meta" color="accentText">
            {t(moderationMessages.claimedBy(claimant))}
          </chakra.span>
        )}
      </RowLink>
    </Row>
  )
}

const Row = chakra('li', {
  base: { borderTopWidth: '1px', borderColor: 'border', _first: { borderTopWidth: '0' } },
})

const RowLink = chakra(Link, {
  base: {
    display: 'block',
    px: '4',
    py: '3',
    overflowWrap: 'anywhere',
    _hover: { bg: 'subtle' },
    '&[aria-current=true]': {
      bg: 'accentSubtle',
      // Forced colors have no backgrounds.
      _highContrast: { borderWidth: '2px' },
    },
    // The list clips what is outside of it.
    _focusVisible: { outlineOffset: '-2px' },
  },
})
