import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface DeclineDialogProps {
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

export function DeclineDialog({ name, open, onClose, onConfirm }: DeclineDialogProps) {
  const isConfirmed = useRef(false)
  const confirm = () => {
    isConfirmed.current = true
    onClose()
  }
  // After the dialog gave the focus back, because the row takes its buttons along.
  const handleClosed = () => {
    if (!isConfirmed.current) return
    isConfirmed.current = false
    onConfirm()
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(applicationMessages.declineTitle(name))}
      open={open}
      onClose={onClose}
      onClosed={handleClosed}
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
