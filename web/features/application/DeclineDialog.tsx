import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useDialogClosed } from '../../ui/use-dialog-closed.ts'

interface DeclineDialogProps {
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

export function DeclineDialog({ name, open, onClose, onConfirm }: DeclineDialogProps) {
  const { closed, onClosed } = useDialogClosed()
  const confirm = () => {
    // The row takes the dialog along.
    void closed().then(onConfirm)
    onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(applicationMessages.declineTitle(name))}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(applicationMessages.keep)}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t(applicationMessages.decline)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        {t(applicationMessages.declineAbout)}
      </chakra.p>
    </Dialog>
  )
}
