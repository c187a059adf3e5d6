import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { appealMessages } from '../../messages/appeals.ts'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { StackedRow } from '../report/OwnReportRow.tsx'
import { Quote, SnapshotQuote } from '../report/SnapshotQuote.tsx'
import { CitedRule } from '../rule/CitedRule.tsx'
import { Markdown } from '../rule/Markdown.tsx'
import { AppealForm } from './AppealForm.tsx'
import {
  type DecisionRow_DecisionFragment,
  useDecisionRow_DecisionFragment,
} from './DecisionRow.generated.ts'
import { aboutDecision, decisionTitle } from './decision-text.ts'

interface DecisionRowProps {
  decision: FragmentType<DecisionRow_DecisionFragment>
}

/** A decision about the viewer, its rule, and the way to appeal it. */
export function DecisionRow({ decision: reference }: DecisionRowProps) {
  const decision = useDecisionRow_DecisionFragment(reference)
  const { createdAt, rule, snapshot } = decision
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <StackedRow>
      <div>
        <chakra.h3
          ref={heading}
          tabIndex={-1}
          textStyle="name"
          css={{ '&:focus': { outline: 'none' } }}
        >
          {decisionTitle(decision)}
        </chakra.h3>
        <chakra.p textStyle="meta" color="muted">
          <RichText
            message={appealMessages.decided}
            elements={{ time: <RelativeTime at={createdAt} /> }}
          />
        </chakra.p>
      </div>
      {aboutDecision(decision).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {rule && (
        <div>
          <CitedRule rule={rule} />
          <chakra.div color="muted">
            <Markdown>{rule.text}</Markdown>
          </chakra.div>
        </div>
      )}
      {snapshot && (
        <div>
          <Label>{t(appealMessages.what)}</Label>
          <SnapshotQuote snapshot={snapshot} />
        </div>
      )}
      <Appeal decision={decision} onSettled={() => heading.current?.focus()} />
    </StackedRow>
  )
}

interface AppealProps {
  decision: DecisionRow_DecisionFragment
  /** The focused button or form disappears. */
  onSettled: () => void
}

/** The appeal, or the form to make one. */
function Appeal({ decision: { id, appeal, canAppeal, isReversed }, onSettled }: AppealProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onSettled()
  }
  if (appeal)
    return (
      <div>
        {!isReversed && (
          <p>
            {appeal.outcome === null ? (
              <RichText
                message={appealMessages.waiting}
                elements={{ time: <RelativeTime at={appeal.createdAt} /> }}
              />
            ) : (
              t(appealMessages.kept)
            )}
          </p>
        )}
        <Label>{t(appealMessages.yourText)}</Label>
        <Quote dir="auto" whiteSpace="pre-wrap">
          {appeal.text}
        </Quote>
      </div>
    )
  if (!canAppeal) return null
  return isOpen ? (
    <chakra.div mt="2">
      <AppealForm eventId={id} onSent={close} onCancel={close} />
    </chakra.div>
  ) : (
    <Button variant="outline" alignSelf="flex-start" mt="1" onClick={() => setOpen(true)}>
      {t(appealMessages.appeal)}
    </Button>
  )
}

const Label = chakra('p', { base: { textStyle: 'meta', color: 'muted', mt: '1', mb: '1' } })
