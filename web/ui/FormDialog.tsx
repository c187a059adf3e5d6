import { type ComponentProps, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { UnsavedContext } from '../lib/unsaved.ts'
import { discardMessages } from '../messages/discard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { useDialogClosed } from './use-dialog-closed.ts'

/**
 * A dialog with a form. Escape, a click outside and the close button ask before they lose typed
 * text.
 */
export function FormDialog({ children, ...dialog }: ComponentProps<typeof Dialog>) {
  const { open, onClose } = dialog
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { closed, onClosed } = useDialogClosed()
  // The form was sent meanwhile.
  if (isAsking && !(open && isUnsaved)) setAsking(false)
  const discard = () => {
    // The focus returns to this dialog first, and to its opener then.
    void closed().then(onClose)
    setAsking(false)
  }
  return (
    <>
      <Dialog {...dialog} onClose={() => (isUnsaved ? setAsking(true) : onClose())}>
        <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
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
