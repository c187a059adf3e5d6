import type { FragmentType } from '@apollo/client'
import { chakra, Flex, Stack } from '@chakra-ui/react'
import { useId, useState } from 'react'
import type { AppealOutcome } from '../../apollo/schema.generated.ts'
import { t } from '../../lib/i18n.ts'
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

/** An appeal with the decision and its subject, and the two answers. */
export function AppealCard({
  appeal: reference,
}: {
  appeal: FragmentType<AppealCard_AppealFragment>
}) {
  const appeal = useAppealCard_AppealFragment(reference)
  const { text, createdAt, outcome, decision } = appeal
  const name = decision?.member?.displayName ?? t(moderationMessages.deletedAccount)
  const subject = decision?.reports?.[0]
  const id = useId()
  return (
    <Card as="article" aria-labelledby={id}>
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
        {!outcome && decision && <Answers eventId={decision.id} name={name} />}
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

function Answers({ eventId, name }: { eventId: string; name: string }) {
  const [open, setOpen] = useState<AppealOutcome | null>(null)
  const decideAppeal = useDecideAppealMutation()
  const answer = (outcome: AppealOutcome) => async (note: string) => {
    const successToast = { title: t(answers[outcome].done) }
    const { succeeded } = await decideAppeal(
      { eventId, uphold: outcome === 'KEPT', note },
      { successToast },
    )
    return succeeded
  }
  // The focused button disappears.
  const focusPage = () => document.querySelector('h1')?.focus({ preventScroll: true })
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
              onDone={focusPage}
            />
          </div>
        )
      })}
    </Flex>
  )
}
