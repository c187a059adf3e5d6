import { t } from '../../../lib/i18n.ts'
import { composerMessages } from '../../../messages/composer.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useViewer } from '../../user/viewer.ts'
import { PostForm } from './PostForm.tsx'

/** The composer in a dialog, on any page. */
export default function ComposerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const viewer = useViewer()
  return (
    <Dialog title={t(composerMessages.dialogTitle)} open={open && viewer != null} onClose={onClose}>
      {viewer && <PostForm viewer={viewer} surface="dialog" onShared={onClose} />}
    </Dialog>
  )
}
