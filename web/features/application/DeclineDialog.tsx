import { t } from '../../lib/i18n.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
    <ConfirmDialog
      title={t(applicationMessages.declineTitle(name))}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      keep={t(applicationMessages.keep)}
      confirm={t(applicationMessages.decline)}
      onConfirm={confirm}
    >
      {t(applicationMessages.declineAbout)}
    </ConfirmDialog>
  )
}
