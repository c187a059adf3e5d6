import { t } from '../../lib/i18n.ts'
import { thanksMessages } from '../../messages/thanks.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ThanksForm } from './ThanksForm.tsx'

interface ThanksDialogProps {
  postId: string
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

/** Thanks the author of a post in private. */
export default function ThanksDialog({ postId, buttonId, open, onClose }: ThanksDialogProps) {
  return (
    <FormDialog
      title={t(thanksMessages.title)}
      submit={t(thanksMessages.send)}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
    >
      <ThanksForm postId={postId} onSent={onClose} />
    </FormDialog>
  )
}
