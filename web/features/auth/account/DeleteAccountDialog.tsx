import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useId, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { paths } from '#rules/paths.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { accountRequest, toastError } from '../account-request.ts'
import { PasswordField } from '../password/PasswordField.tsx'

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
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const close = () => {
    setPassword('')
    setProblem(undefined)
    onClose()
  }
  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=password]')
    const showProblem = (message: string) => {
      setProblem(message)
      field?.focus()
    }
    if (hasPassword && password === '') return showProblem(accountMessages.passwordEmpty)
    if (busy) return
    setBusy(true)
    try {
      await accountRequest('/delete-account', { password })
      location.assign(paths.home)
    } catch (error) {
      setBusy(false)
      const fieldError = error instanceof RequestProblem ? error.fields.password : undefined
      if (fieldError) showProblem(fieldError)
      else toastError(error)
    }
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
          <Button type="submit" variant="danger" form={formId} aria-busy={busy}>
            Delete for good
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        method="post"
        onSubmit={confirm}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        <chakra.p textStyle="body" color="muted" overflowWrap="anywhere">
          This deletes @{username} and all your data.
          {hasPassword && ' Enter your password to continue.'}
        </chakra.p>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        {hasPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={problem}
            onChange={(password) => {
              setPassword(password)
              setProblem(undefined)
            }}
          />
        )}
      </chakra.form>
    </Dialog>
  )
}
