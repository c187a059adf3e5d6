import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { reportMessages } from '../../messages/report.ts'
import { Button } from '../../ui/Button.tsx'
import type { OpenedDialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useDialogClosed } from '../../ui/use-dialog-closed.ts'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'
import { useToggleMute } from '../block/use-mute.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportThanks } from './ReportThanks.tsx'
import type { ReportSubject } from './report-subject.ts'

interface ReportDialogProps extends OpenedDialog {
  subject: ReportSubject
  onBlock: (user: HideEntries_UserFragment) => void
}

/** Reports something, thanks for it, and offers to mute or block the person behind it. */
export default function ReportDialog({ subject, onBlock, ...dialog }: ReportDialogProps) {
  const { user, kind } = subject
  const { onClose } = dialog
  const [sent, setSent] = useState<'first' | 'repeated'>()
  const toggleMute = useToggleMute()
  const { closed, onClosed } = useDialogClosed()
  const handleClosed = () => {
    setSent(undefined)
    onClosed()
  }
  const mute = () => {
    void toggleMute(user, closed())
    onClose()
  }
  const block = () => {
    void closed().then(() => onBlock(user))
    onClose()
  }
  return (
    <FormDialog
      title={t(reportMessages.titles[kind](user.displayName))}
      {...dialog}
      onClosed={handleClosed}
      submit={t(reportMessages.send)}
      footer={sent && <Button onClick={onClose}>{t(reportMessages.done)}</Button>}
    >
      {sent ? (
        <ReportThanks user={user} isRepeated={sent === 'repeated'} onMute={mute} onBlock={block} />
      ) : (
        <ReportForm subjectId={subject.id} onSent={setSent} />
      )}
    </FormDialog>
  )
}
