import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { followsChanged } from '../user/follows-changed.ts'
import { type HideEntries_UserFragment, useBlockUserMutation } from './HideEntries.generated.ts'
import { removeFromLists } from './hide-user.ts'

interface BlockDialogProps {
  user: HideEntries_UserFragment
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

/** Confirms, then blocks a user. Their profile then shows that there is no such user. */
export default function BlockDialog({ user, buttonId, open, onClose }: BlockDialogProps) {
  const blockUser = useBlockUserMutation()
  const isConfirmed = useRef(false)
  const { id: userId, displayName } = user

  const confirm = () => {
    isConfirmed.current = true
    onClose()
  }
  const blockIfConfirmed = () => {
    if (!isConfirmed.current) return
    isConfirmed.current = false
    // The focused button disappears with the user.
    document.querySelector('h1')?.focus({ preventScroll: true })
    followsChanged.set(true)
    blockUser(
      { userId },
      {
        update(cache, { user: blocked }) {
          if (!blocked) return
          removeFromLists(cache, userId)
          cache.evict({ id: `User:${userId}` })
        },
        successToast: { title: t(blockMessages.blocked(displayName)) },
      },
    )
  }

  return (
    <Dialog
      role="alertdialog"
      title={t(blockMessages.blockTitle(displayName))}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
      onClosed={blockIfConfirmed}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(blockMessages.cancel)}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t(blockMessages.block)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        {t(blockMessages.blockWarning)}
      </chakra.p>
      <chakra.p textStyle="body" color="muted" mt="2">
        {t(blockMessages.blockSettings)}
      </chakra.p>
    </Dialog>
  )
}
