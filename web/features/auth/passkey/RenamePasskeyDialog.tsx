import type { AccountPasskey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { TextField } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { accountRequest, toastError } from '../account-request.ts'

interface RenamePasskeyDialogProps {
  passkey: AccountPasskey
  open: boolean
  onClose: () => void
  onRenamed: () => Promise<void>
}

export function RenamePasskeyDialog({
  passkey,
  open,
  onClose,
  onRenamed,
}: RenamePasskeyDialogProps) {
  return (
    <FormDialog
      title={t(passkeyMessages.renameTitle)}
      submit={t(passkeyMessages.saveName)}
      open={open}
      onClose={onClose}
    >
      <NameForm passkey={passkey} onRenamed={onRenamed} onClose={onClose} />
    </FormDialog>
  )
}

function NameForm({ passkey, onRenamed, onClose }: Omit<RenamePasskeyDialogProps, 'open'>) {
  const { id, name } = passkey
  const form = useForm({
    initial: { name },
    schema: accountApi.renamePasskey.request,
    onSubmit: async (body) => {
      await accountRequest(accountApi.renamePasskey, { params: { id }, body })
      await onRenamed()
    },
    onSent: onClose,
    onError: toastError,
  })
  return (
    <form {...form.props}>
      <TextField
        {...form.field('name')}
        label={t(passkeyMessages.name)}
        autoComplete="off"
        dir="auto"
      />
    </form>
  )
}
