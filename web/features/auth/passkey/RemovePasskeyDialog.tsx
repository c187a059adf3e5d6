import type { AccountPasskey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
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
    <ConfirmDialog
      title={t(passkeyMessages.removeTitle)}
      open={open}
      onClose={onClose}
      keep={t(passkeyMessages.keep)}
      confirm={t(passkeyMessages.remove)}
      onConfirm={remove}
    >
      {t(passkeyMessages.removeAbout(passkey.name))}
    </ConfirmDialog>
  )
}
