import { type ComponentProps, useId, useState } from 'react'
import { FormDialogContext } from '../lib/form-dialog.ts'
import { t } from '../lib/i18n.ts'
import { discardMessages } from '../messages/discard.ts'
import { formMessages } from '../messages/form.ts'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { useDialogClosed } from './use-dialog-closed.ts'

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'role'> {
  /** The button that sends the form. */
  submit: string
}

/**
 * A dialog with a form of `useForm`. Escape, a click outside and the close button ask before they
 * lose typed text; "Cancel" says that it does. A footer replaces the buttons, such as once the form
 * was sent.
 */
export function FormDialog({ submit, footer, children, ...dialog }: FormDialogProps) {
  const { open, onClose } = dialog
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { closed, onClosed } = useDialogClosed()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  // The form was sent meanwhile.
  if (isAsking && !(open && isUnsaved)) setAsking(false)
  const discard = () => {
    // The focus returns to this dialog first, and to its opener then.
    void closed().then(onClose)
    setAsking(false)
  }
  const buttons = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t(formMessages.cancel)}
      </Button>
      <Button type="submit" form={formId} aria-busy={isBusy} disabled={isBlocked}>
        {submit}
      </Button>
    </>
  )
  return (
    <>
      <Dialog
        {...dialog}
        onClose={() => (isUnsaved ? setAsking(true) : onClose())}
        footer={footer ?? buttons}
      >
        <FormDialogContext value={{ formId, setUnsaved, setBusy, setBlocked }}>
          {children}
        </FormDialogContext>
      </Dialog>
      <ConfirmDialog
        title={t(discardMessages.title)}
        open={isAsking}
        onClose={() => setAsking(false)}
        onClosed={onClosed}
        keep={t(discardMessages.keep)}
        confirm={t(discardMessages.discard)}
        onConfirm={discard}
      >
        {t(discardMessages.about)}
      </ConfirmDialog>
    </>
  )
}
