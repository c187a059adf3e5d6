import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import {
  type OwnReportSummary_ReportFragment,
  useOwnReportSummary_ReportFragment,
} from './OwnReportSummary.generated.ts'

/** What the viewer reported, when, and whether moderators answered. */
export function OwnReportSummary({
  report,
}: {
  report: FragmentType<OwnReportSummary_ReportFragment>
}) {
  const { subjectType, snapshot, createdAt, status } = useOwnReportSummary_ReportFragment(report)
  return (
    <Flex gap="3" align="flex-start" justify="space-between" wrap="wrap">
      <chakra.div flex="1" minW="12rem">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          {subjectText(subjectType, snapshot?.displayName)}
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          <RichText
            message={reportsMessages.reported}
            elements={{ time: <RelativeTime at={createdAt} /> }}
          />
        </chakra.p>
      </chakra.div>
      <Status data-status={status}>{t(statusMessages[status])}</Status>
    </Flex>
  )
}

const statusMessages = {
  OPEN: reportsMessages.waiting,
  RESOLVED: reportsMessages.answered,
  CLOSED: reportsMessages.closed,
}

const subjectMessages = {
  POST: [reportsMessages.post, reportsMessages.deletedPost],
  SHARE: [reportsMessages.share, reportsMessages.deletedShare],
  USER: [reportsMessages.user, reportsMessages.deletedUser],
  THANKS: [reportsMessages.thanks, reportsMessages.deletedThanks],
} as const

function subjectText(type: keyof typeof subjectMessages, name: string | undefined): string {
  const [named, deleted] = subjectMessages[type]
  return t(name === undefined ? deleted : named(name))
}

const Status = chakra('span', {
  base: {
    textStyle: 'meta',
    fontWeight: 'semibold',
    px: '3',
    py: '1',
    borderRadius: 'full',
    bg: 'subtle',
    color: 'muted',
    '&[data-status=RESOLVED]': { bg: 'accentSubtle', color: 'accentText' },
  },
})
