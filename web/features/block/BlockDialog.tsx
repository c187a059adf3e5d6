import { chakra } from '@chakra-ui/react'
import { useLoadedLists } from '../../apollo/loaded-lists.ts'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { OpenedDialog } from '../../ui/Dialog.tsx'
import { useDialogClosed } from '../../ui/use-dialog-closed.ts'
import { followsChanged } from '../user/follows-changed.ts'
import { type HideEntries_UserFragment, useBlockUserMutation } from './HideEntries.generated.ts'
import { forgetFollowCounts, removeFromLists } from './hide-user.ts'

interface BlockDialogProps extends OpenedDialog {
  user: HideEntries_UserFragment
}

/** Confirms, then blocks a user. Their profile then shows that there is no such user. */
export default function BlockDialog({ user, ...dialog }: BlockDialogProps) {
  const lists = useLoadedLists()
  const blockUser = useBlockUserMutation()
  const { closed, onClosed } = useDialogClosed()
  const { id: userId, displayName } = user

  const confirm = async () => {
    const hasClosed = closed()
    dialog.onClose()
    followsChanged.set(true)
    const successToast = { title: t(blockMessages.blocked(displayName)) }
    const { error } = await blockUser({ userId }, { successToast })
    // The dialog leaves the page with the user's post.
    await hasClosed
    if (error) return
    removeFromLists(lists.cache, userId)
    forgetFollowCounts(lists.cache)
    lists.cache.evict({ id: `User:${userId}` })
    lists.forgetOthers()
  }

  return (
    <ConfirmDialog
      title={t(blockMessages.blockTitle(displayName))}
      {...dialog}
      onClosed={onClosed}
      keep={t(blockMessages.cancel)}
      confirm={t(blockMessages.block)}
      onConfirm={confirm}
    >
      <p>{t(blockMessages.blockWarning)}</p>
      <chakra.p mt="2">{t(blockMessages.blockSettings)}</chakra.p>
    </ConfirmDialog>
  )
}
