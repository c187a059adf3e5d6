import { Dialog } from '../../../ui/Dialog.tsx'
import { useViewer } from '../../user/viewer.ts'
import { ComposerForm } from './ComposerForm.tsx'

/** The composer in a dialog, on any page. */
export default function ComposerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const viewer = useViewer()
  return (
    <Dialog title="Share Positivity" open={open && viewer != null} onClose={onClose}>
      {viewer && <ComposerForm viewer={viewer} surface="dialog" onShared={onClose} />}
    </Dialog>
  )
}
