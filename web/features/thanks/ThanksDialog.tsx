import { chakra, Stack } from '@chakra-ui/react'
import { useId } from 'react'
import * as z from 'zod/mini'
import { thanksText } from '#rules/fields.ts'
import { t } from '../../lib/i18n.ts'
import { textLength } from '../../lib/text-length.ts'
import { useForm } from '../../lib/use-form.ts'
import { thanksMessages } from '../../messages/thanks.ts'
import { CharacterCounter } from '../../ui/CharacterCounter.tsx'
import type { OpenedDialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSendThanksMutation } from './SendThanks.generated.ts'

interface ThanksDialogProps extends OpenedDialog {
  postId: string
}

/** Thanks the author of a post in private. */
export default function ThanksDialog({ postId, ...dialog }: ThanksDialogProps) {
  return (
    <FormDialog title={t(thanksMessages.title)} submit={t(thanksMessages.send)} {...dialog}>
      <ThanksForm postId={postId} onSent={dialog.onClose} />
    </FormDialog>
  )
}

interface ThanksFormProps {
  postId: string
  onSent: () => void
}

const schema = z.object({ text: thanksText })

/** What the viewer is thankful for. */
function ThanksForm({ postId, onSent }: ThanksFormProps) {
  const counterId = useId()
  const sendThanks = useSendThanksMutation()
  const form = useForm({
    initial: { text: '' },
    schema,
    onSubmit: async ({ text }) => {
      const { error } = await sendThanks(
        { postId, text },
        { successToast: { title: t(thanksMessages.sent) } },
      )
      if (error) throw error
    },
    onSent,
  })
  return (
    <form {...form.props}>
      <Stack gap="4">
        <chakra.p color="muted">{t(thanksMessages.about)}</chakra.p>
        <TextareaField
          {...form.field('text')}
          label={t(thanksMessages.text)}
          counter={<CharacterCounter id={counterId} length={textLength(form.values.text)} />}
          rows={3}
          dir="auto"
          data-autofocus
        />
      </Stack>
    </form>
  )
}
