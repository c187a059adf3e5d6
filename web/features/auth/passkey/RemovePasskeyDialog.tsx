import { chakra } from '@chakra-ui/react'
import type { AccountPasskey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'

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
      await accountRequest(accountApi.deletePasskey, { params: { id: passkey.id } })
      await onRemoved()
      showToast({ kind: 'success', title: t(passkeyMessages.removed) })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(passkeyMessages.removeTitle)}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(passkeyMessages.keep)}
          </Button>
          <Button variant="danger" onClick={remove}>
            {t(passkeyMessages.remove)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted" overflowWrap="anywhere">
        {t(passkeyMessages.removeAbout(passkey.name))}
      </chakra.p>
    </Dialog>
  )
}
