import Heart from 'lucide-react/icons/heart'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { postMenuMessages } from '../../messages/post-menu.ts'
import { thanksMessages } from '../../messages/thanks.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import type { MenuControl } from '../../ui/MenuButton.tsx'
import { usePersonMenu } from '../follow/use-person-menu.tsx'
import { useViewer } from '../user/viewer.ts'
import type { MenuPost } from './menu-post.ts'
import { useThreadEntries } from './use-thread-entries.ts'

interface DialogProps {
  post: MenuPost
  postId: string
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

const dialogs = {
  likedBy: lazyDialog<DialogProps>(() => import('../like/LikedByDialog.tsx')),
  sharedBy: lazyDialog<DialogProps>(() => import('../share/SharedByDialog.tsx')),
  thanks: lazyDialog<DialogProps>(() => import('../thanks/ThanksDialog.tsx')),
  delete: lazyDialog<DialogProps>(() => import('./DeletePostDialog.tsx')),
}

interface OpenedDialog {
  name: keyof typeof dialogs
  open: boolean
  /** Of the dialogs that were opened. */
  count: number
}

interface PostMenuProps extends MenuControl {
  post: MenuPost
}

/** What the viewer can do with a post, beside its actions. */
export default function PostMenu({ post, ...control }: PostMenuProps) {
  const viewer = useViewer()
  const isOwn = post.viewerCanDelete
  const canThank = viewer?.kind === 'member' && !isOwn
  const isReply = post.threadRoot !== undefined
  const { dialog, openDialog, closeDialog } = useDialogs()
  const { buttonId } = control
  const userId = isOwn ? null : post.author.id
  const person = usePersonMenu({ userId, buttonId, id: post.id, kind: 'POST' })
  const threadEntries = useThreadEntries(post)
  const peopleEntries: MenuEntry[] = [
    { label: t(postMenuMessages.likedBy), icon: Heart, onSelect: openDialog('likedBy') },
  ]
  if (!isReply)
    peopleEntries.push({
      label: t(postMenuMessages.sharedBy),
      icon: Share2,
      onSelect: openDialog('sharedBy'),
    })
  const thanksEntry: MenuEntry = {
    label: t(thanksMessages.entry),
    icon: HeartHandshake,
    onSelect: openDialog('thanks'),
  }
  const deleteEntry: MenuEntry = {
    label: t(postMenuMessages.delete),
    icon: Trash2,
    isDanger: true,
    onSelect: openDialog('delete'),
  }
  const Dialog = dialog && dialogs[dialog.name]
  return (
    <>
      <Menu
        {...control}
        groups={[
          canThank ? [...person.follow, thanksEntry] : person.follow,
          peopleEntries,
          person.safety,
          // After all that is there at once: what arrives later moves nothing under a finger.
          threadEntries,
          isOwn ? [deleteEntry] : [],
        ]}
      />
      {person.dialogs}
      {Dialog && (
        <Dialog
          // Each opening loads what the dialog shows.
          key={dialog.count}
          post={post}
          postId={post.id}
          buttonId={buttonId}
          open={dialog.open}
          onClose={closeDialog}
        />
      )}
    </>
  )
}

function useDialogs() {
  const [dialog, setDialog] = useState<OpenedDialog>()
  return {
    dialog,
    openDialog: (name: OpenedDialog['name']) => () =>
      setDialog({ name, open: true, count: (dialog?.count ?? 0) + 1 }),
    closeDialog: () => setDialog(dialog && { ...dialog, open: false }),
  }
}
