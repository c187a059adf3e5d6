import { t } from '../../lib/i18n.ts'
import { shareMessages } from '../../messages/share.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ShareForm } from './ShareForm.tsx'
import type { useShare } from './use-share.ts'

interface ShareDialogProps {
  onShare: ReturnType<typeof useShare>['share']
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

/** Shares a post with a comment. */
export default function ShareDialog({ onShare, buttonId, open, onClose }: ShareDialogProps) {
  return (
    <FormDialog
      title={t(shareMessages.dialogTitle)}
      submit={t(shareMessages.share)}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
    >
      <ShareForm onShare={onShare} onShared={onClose} />
    </FormDialog>
  )
}
