import { useState } from 'react'
import { FailedDialog } from '../../ui/FailedPart.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'
import type { ReportSubject } from './report-subject.ts'

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'), {
  failed: ({ open, onClose }, retry) => open && <FailedDialog onRetry={retry} onClose={onClose} />,
})

interface LazyReportDialogProps {
  /** What to report; undefined while the dialog is closed. */
  subject: ReportSubject | undefined
  buttonId: string
  onClose: () => void
  /** Asks for confirmation. */
  onBlock: (user: HideEntries_UserFragment) => void
}

/** Loads the dialog when it first opens. It stays mounted while it closes. */
export function LazyReportDialog({ subject, ...dialog }: LazyReportDialogProps) {
  const [last, setLast] = useState(subject)
  if (subject && subject !== last) setLast(subject)
  return last && <ReportDialog {...dialog} subject={last} open={subject !== undefined} />
}
