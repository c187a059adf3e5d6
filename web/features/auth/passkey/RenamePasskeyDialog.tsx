import { useId } from 'react'
import type { AccountPasskey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { formMessages } from '../../../messages/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { accountRequest, toastError } from '../account-request.ts'

interface RenamePasskeyDialogProps {
  passkey: AccountPasskey
  open: boolean
  onClose: () => void
  onRenamed: () => Promise<void>
}

export function RenamePasskeyDialog({
  passkey: { id, name },
  open,
  onClose,
  onRenamed,
}: RenamePasskeyDialogProps) {
  const formId = useId()
  const form = useForm({
    initial: { name },
    schema: accountApi.renamePasskey.request,
    onSubmit: async (body) => {
      await accountRequest(accountApi.renamePasskey, { params: { id }, body })
      await onRenamed()
      onClose()
    },
    onError: toastError,
  })
  // For the next time the dialog opens.
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Dialog
      title={t(passkeyMessages.renameTitle)}
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t(formMessages.cancel)}
          </Button>
          <Button type="submit" form={formId} aria-busy={form.isBusy}>
            {t(passkeyMessages.saveName)}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId}>
        <TextField
          {...form.field('name')}
          label={t(passkeyMessages.name)}
          autoComplete="off"
          dir="auto"
        />
      </form>
    </Dialog>
  )
}
