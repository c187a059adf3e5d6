import type { FragmentType } from '@apollo/client'
import { chakra, Flex, Stack } from '@chakra-ui/react'
import { useId, useState } from 'react'
import type { AppealOutcome } from '../../apollo/schema.generated.ts'
import { t } from '../../lib/i18n.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import {
  type AppealCard_AppealFragment,
  useAppealCard_AppealFragment,
  useDecideAppealMutation,
} from './AppealCard.generated.ts'
import { EventSummary } from './EventSummary.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { ReportSubject } from './ReportSubject.tsx'

interface AppealCardProps {
  appeal: FragmentType<AppealCard_AppealFragment>
  /** Also called when someone else has answered it. */
  onAnswered: () => void
}

/** An appeal with the decision and its subject, and the two answers. */
export function AppealCard({ appeal: reference, onAnswered }: AppealCardProps) {
  const appeal = useAppealCard_AppealFragment(reference)
  const { text, createdAt, outcome, decision } = appeal
  const name = decision?.member?.displayName ?? t(moderationMessages.deletedAccount)
  const subject = decision?.reports?.[0]
  const id = useId()
  return (
    <Card as="article" aria-labelledby={id} {...itemAttributes(appeal)}>
      <Stack gap="3">
        <div>
          <chakra.h2 id={id} textStyle="name" fontSize="md" overflowWrap="anywhere">
            {t(moderationMessages.appealBy(name))}
          </chakra.h2>
          <chakra.p textStyle="meta" color="muted">
            <RichText
              message={moderationMessages.appealed}
              elements={{ time: <RelativeTime at={createdAt} /> }}
            />
            {outcome && ` · ${t(moderationMessages.outcomes[outcome])}`}
          </chakra.p>
        </div>
        <chakra.p textStyle="post" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
          {text}
        </chakra.p>
        {decision && <EventSummary event={decision} />}
        {subject && <ReportSubject report={subject} />}
        {!outcome && decision && (
          <Answers eventId={decision.id} name={name} onAnswered={onAnswered} />
        )}
      </Stack>
    </Card>
  )
}

const answers = {
  KEPT: {
    label: moderationMessages.keep,
    title: moderationMessages.keepTitle,
    about: moderationMessages.keepAbout,
    done: moderationMessages.kept,
  },
  REVERSED: {
    label: moderationMessages.reverse,
    title: moderationMessages.takeBackTitle,
    about: moderationMessages.takeBackAbout,
    done: moderationMessages.takenBack,
  },
}

interface AnswersProps {
  eventId: string
  name: string
  onAnswered: () => void
}

function Answers({ eventId, name, onAnswered }: AnswersProps) {
  const [open, setOpen] = useState<AppealOutcome | null>(null)
  const decideAppeal = useDecideAppealMutation()
  const answer = (outcome: AppealOutcome) => (note: string) => {
    const successToast = { title: t(answers[outcome].done) }
    return decideAppeal({ eventId, uphold: outcome === 'KEPT', note }, { successToast })
  }
  return (
    <Flex gap="2" wrap="wrap">
      {(['KEPT', 'REVERSED'] as const).map((outcome) => {
        const { label, title, about } = answers[outcome]
        return (
          <div key={outcome}>
            <Button
              variant="outline"
              aria-label={`${t(label)}: ${t(moderationMessages.appealBy(name))}`}
              onClick={() => setOpen(outcome)}
            >
              {t(label)}
            </Button>
            <NoteDialog
              title={t(title)}
              about={t(about)}
              confirmLabel={t(label)}
              open={open === outcome}
              onClose={() => setOpen(null)}
              onConfirm={answer(outcome)}
              onDone={onAnswered}
            />
          </div>
        )
      })}
    </Flex>
  )
}
