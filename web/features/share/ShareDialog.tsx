import { useId, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { formMessages } from '../../messages/form.ts'
import { shareMessages } from '../../messages/share.ts'
import { Button } from '../../ui/Button.tsx'
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
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t(formMessages.cancel)}
      </Button>
      <Button type="submit" form={formId} disabled={isBusy}>
        {t(shareMessages.share)}
      </Button>
    </>
  )
  return (
    <FormDialog
      title={t(shareMessages.dialogTitle)}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
      footer={footer}
    >
      <ShareForm id={formId} onShare={onShare} onBusy={setBusy} onShared={onClose} />
    </FormDialog>
  )
}
