import { chakra } from '@chakra-ui/react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ownRequest, tellProblem } from '../account-request.ts'
import type { OwnPasskey } from './PasskeysSection.tsx'

interface RemovePasskeyDialogProps {
  passkey: OwnPasskey
  open: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Asks once. */
export function RemovePasskeyDialog({
  passkey,
  open,
  onClose,
  onRemoved,
}: RemovePasskeyDialogProps) {
  const remove = async () => {
    onClose()
    try {
      await ownRequest(`/passkeys/${passkey.id}`, undefined, 'DELETE')
      await onRemoved()
      showToast({ kind: 'good', title: 'Passkey removed' })
    } catch (reason) {
      tellProblem(reason)
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
        You can no longer sign in with “{passkey.name}”, and every other device is signed out.
      </chakra.p>
    </Dialog>
  )
}
