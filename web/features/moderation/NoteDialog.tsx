import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import * as z from 'zod/mini'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { optionalNote } from './note-schema.ts'

interface NoteDialogProps {
  title: string
  about: string
  confirmLabel: string
  open: boolean
  onClose: () => void
  onConfirm: (note: string) => Promise<void>
}

/** Asks for a confirmation, and for a note for the log. */
export function NoteDialog({
  title,
  about,
  confirmLabel,
  open,
  onClose,
  onConfirm,
}: NoteDialogProps) {
  const formId = useId()
  const confirm = async (note: string) => {
    onClose()
    await onConfirm(note)
  }
  return (
    <Dialog
      asksToDiscard
      title={title}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(moderationMessages.cancel)}
          </Button>
          <Button type="submit" form={formId}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted" mb="4">
        {about}
      </chakra.p>
      <NoteForm id={formId} onConfirm={confirm} />
    </Dialog>
  )
}

function NoteForm({ id, onConfirm }: { id: string } & Pick<NoteDialogProps, 'onConfirm'>) {
  const form = useForm({
    initial: { note: '' },
    schema: z.object({ note: optionalNote }),
    onSubmit: ({ note }) => onConfirm(note),
  })
  return (
    <form id={id} {...form.props}>
      <TextareaField
        {...form.field('note')}
        label={t(moderationMessages.noteForLog)}
        hint={t(moderationMessages.noteAbout)}
        rows={3}
      />
    </form>
  )
}
