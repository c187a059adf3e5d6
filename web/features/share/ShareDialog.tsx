import { useId } from 'react'
import * as z from 'zod/mini'
import { shareComment } from '#rules/fields.ts'
import { t } from '../../lib/i18n.ts'
import { textLength } from '../../lib/text-length.ts'
import { useForm } from '../../lib/use-form.ts'
import { shareMessages } from '../../messages/share.ts'
import { CharacterCounter } from '../../ui/CharacterCounter.tsx'
import type { OpenedDialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { useShare } from './use-share.ts'

interface ShareDialogProps extends OpenedDialog {
  onShare: ReturnType<typeof useShare>['share']
}

/** Shares a post with a comment. */
export default function ShareDialog({ onShare, ...dialog }: ShareDialogProps) {
  return (
    <FormDialog title={t(shareMessages.dialogTitle)} submit={t(shareMessages.share)} {...dialog}>
      <ShareForm onShare={onShare} onShared={dialog.onClose} />
    </FormDialog>
  )
}

interface ShareFormProps extends Pick<ShareDialogProps, 'onShare'> {
  onShared: () => void
}

const schema = z.object({ comment: shareComment })

/** The comment of a share. Without one, it is shared all the same, and an earlier one stays. */
function ShareForm({ onShare, onShared }: ShareFormProps) {
  const counterId = useId()
  const form = useForm({
    initial: { comment: '' },
    schema,
    onSubmit: async ({ comment }) => {
      const { error } = await onShare(comment.trim() ? comment : undefined)
      if (error) throw error
    },
    onSent: onShared,
  })
  return (
    <form {...form.props}>
      <TextareaField
        {...form.field('comment')}
        label={t(shareMessages.comment)}
        counter={<CharacterCounter id={counterId} length={textLength(form.values.comment)} />}
        rows={3}
        dir="auto"
        data-autofocus
      />
    </form>
  )
}
