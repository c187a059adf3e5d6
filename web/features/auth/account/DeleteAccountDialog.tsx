import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useId } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { accountRequest } from '../account-request.ts'
import { HiddenUsername } from '../password/HiddenUsername.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import { useSingleField } from '../use-single-field.ts'

interface DeleteAccountDialogProps {
  username: string
  hasPassword: boolean
  open: boolean
  onClose: () => void
}

/** Asks for confirmation, and for the password if the account has one. */
export function DeleteAccountDialog({
  username,
  hasPassword,
  open,
  onClose,
}: DeleteAccountDialogProps) {
  const formId = useId()
  const password = useSingleField({
    name: 'password',
    validate: (value) => (hasPassword && value === '' ? accountMessages.passwordEmpty : null),
    onSubmit: async (value) => {
      await accountRequest('/delete-account', { password: value })
      location.assign(paths.home)
    },
  })
  const close = () => {
    password.change('')
    onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      title="Delete your account?"
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" form={formId} aria-busy={password.isBusy}>
            Delete for good
          </Button>
        </>
      }
    >
      <DeleteAccountForm
        id={formId}
        username={username}
        password={hasPassword ? password : null}
        onSubmit={password.submit}
      />
    </Dialog>
  )
}

interface DeleteAccountFormProps {
  id: string
  username: string
  /** Null for an account without a password. */
  password: Pick<ReturnType<typeof useSingleField>, 'value' | 'problem' | 'change'> | null
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

function DeleteAccountForm({ id, username, password, onSubmit }: DeleteAccountFormProps) {
  return (
    <chakra.form
      id={id}
      noValidate
      method="post"
      onSubmit={onSubmit}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <chakra.p textStyle="body" color="muted" overflowWrap="anywhere">
        This deletes @{username} and all your data.
        {password && ' Enter your password to continue.'}
      </chakra.p>
      <HiddenUsername username={username} />
      {password && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password.value}
          error={password.problem}
          onChange={password.change}
        />
      )}
    </chakra.form>
  )
}
