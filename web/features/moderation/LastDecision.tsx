import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import {
  type LastDecision_ReportFragment,
  useLastDecision_ReportFragment,
} from './Judge.generated.ts'
import { reportTitle } from './report-title.ts'
import { TakeBackButton } from './TakeBackButton.tsx'

interface LastDecisionProps {
  report: FragmentType<LastDecision_ReportFragment> | null
  onTakenBack: () => Promise<unknown>
}

/**
 * Says what was just decided, with a way back. There before it, so that screen readers announce it.
 */
export function LastDecision({ report: reference, onTakenBack }: LastDecisionProps) {
  const report = useLastDecision_ReportFragment(reference)
  const decision = report?.decision
  const title = report && reportTitle(report)
  return (
    <Flex role="status" align="center" justify="space-between" gap="2" wrap="wrap">
      {title && decision?.action && !decision.isReversed && (
        <>
          <chakra.p textStyle="body" color="good" overflowWrap="anywhere">
            {`${t(moderationMessages.past[decision.action])} · ${title}`}
          </chakra.p>
          <TakeBackButton event={decision} about={title} onTakenBack={onTakenBack} />
        </>
      )}
    </Flex>
  )
}
