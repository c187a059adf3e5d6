import { chakra } from '@chakra-ui/react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import type { AccountPasskey } from './PasskeysSection.tsx'

interface RemovePasskeyDialogProps {
  passkey: AccountPasskey
  open: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

export function RemovePasskeyDialog({
  passkey,
  open,
  onClose,
  onRemoved,
}: RemovePasskeyDialogProps) {
  const remove = async () => {
    onClose()
    try {
      await accountRequest(`/passkeys/${passkey.id}`, undefined, 'DELETE')
      await onRemoved()
      showToast({ kind: 'success', title: 'Passkey removed' })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Dialog
      role="alertdialog"
      title="Remove this passkey?"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" onClick={remove}>
            Remove
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted" overflowWrap="anywhere">
        “{passkey.name}” won’t sign you in anymore. Every other device is signed out.
      </chakra.p>
    </Dialog>
  )
}
