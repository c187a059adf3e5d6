import * as z from 'zod/mini'
import type { MutationOutcome } from '../../apollo/hooks.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { TextareaField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { useDialogClosed } from '../../ui/use-dialog-closed.ts'
import { optionalNote } from './note-schema.ts'

interface NoteDialogProps {
  title: string
  about: string
  confirmLabel: string
  open: boolean
  onClose: () => void
  /** If it does not succeed, the dialog stays open with the note. */
  onConfirm: (note: string) => Promise<MutationOutcome>
  /** Loads the list again, as someone else may have been faster. Called after the dialog. */
  onDone: () => void
}

/** Asks for a confirmation, and for a note for the log. */
export function NoteDialog({
  title,
  about,
  confirmLabel,
  open,
  onClose,
  onConfirm,
  onDone,
}: NoteDialogProps) {
  const { closed, onClosed } = useDialogClosed()
  const confirm = async (note: string) => {
    const hasClosed = closed()
    const { error } = await onConfirm(note)
    if (!error) return void hasClosed.then(onDone)
    onDone()
    throw error
  }
  return (
    <FormDialog
      title={title}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      submit={confirmLabel}
    >
      <Muted mb="4">{about}</Muted>
      <NoteForm onConfirm={confirm} onConfirmed={onClose} />
    </FormDialog>
  )
}

interface NoteFormProps {
  onConfirm: (note: string) => Promise<void>
  onConfirmed: () => void
}

function NoteForm({ onConfirm, onConfirmed }: NoteFormProps) {
  const form = useForm({
    initial: { note: '' },
    schema: z.object({ note: optionalNote }),
    onSubmit: ({ note }) => onConfirm(note),
    onSent: onConfirmed,
  })
  return (
    <form {...form.props}>
      <TextareaField
        {...form.field('note')}
        label={t(moderationMessages.noteForLog)}
        hint={t(moderationMessages.noteAbout)}
        rows={3}
      />
    </form>
  )
}
