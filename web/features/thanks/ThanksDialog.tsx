import { useId, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { formMessages } from '../../messages/form.ts'
import { thanksMessages } from '../../messages/thanks.ts'
import { Button } from '../../ui/Button.tsx'
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
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t(formMessages.cancel)}
      </Button>
      <Button type="submit" form={formId} disabled={isBusy}>
        {t(thanksMessages.send)}
      </Button>
    </>
  )
  return (
    <FormDialog
      title={t(thanksMessages.title)}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
      footer={footer}
    >
      <ThanksForm id={formId} postId={postId} onBusy={setBusy} onSent={onClose} />
    </FormDialog>
  )
}
