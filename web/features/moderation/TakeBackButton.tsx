import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import {
  type TakeBackButton_EventFragment,
  useReverseDecisionMutation,
  useTakeBackButton_EventFragment,
} from './TakeBackButton.generated.ts'

interface TakeBackButtonProps {
  event: FragmentType<TakeBackButton_EventFragment>
  /** What the decision is about, for the button's name. */
  about: string
  onTakenBack: () => Promise<unknown>
}

/** Takes a decision with an effect back. */
export function TakeBackButton({ event: reference, about, onTakenBack }: TakeBackButtonProps) {
  const { id: eventId, kind, action, isReversed } = useTakeBackButton_EventFragment(reference)
  const [open, setOpen] = useState(false)
  const reverseDecision = useReverseDecisionMutation()
  if (kind !== 'DECISION' || action === 'NONE' || isReversed) return null
  const takeBack = (note: string) => {
    const successToast = { title: t(moderationMessages.takenBack) }
    return reverseDecision({ eventId, note }, { successToast })
  }
  return (
    <>
      <Button
        variant="outline"
        aria-label={t(moderationMessages.takeBackOf(about))}
        onClick={() => setOpen(true)}
      >
        {t(moderationMessages.takeBack)}
      </Button>
      <NoteDialog
        title={t(moderationMessages.takeBackTitle)}
        about={t(moderationMessages.takeBackAbout)}
        confirmLabel={t(moderationMessages.takeBack)}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={takeBack}
        onDone={() => onTakenBack().catch(() => {})}
      />
    </>
  )
}
