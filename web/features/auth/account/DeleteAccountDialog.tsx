import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useId, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { paths } from '#rules/paths.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ownRequest, tellProblem } from '../account-request.ts'
import { PasswordField } from '../password/PasswordField.tsx'

interface DeleteAccountDialogProps {
  username: string
  hasPassword: boolean
  open: boolean
  onClose: () => void
}

/** Asks once, for the password where there is one. */
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
    const refuse = (words: string) => {
      setProblem(words)
      field?.focus()
    }
    if (hasPassword && password === '') return refuse(accountMessages.passwordEmpty)
    if (busy) return
    setBusy(true)
    try {
      await ownRequest('/delete-account', { password })
      location.assign(paths.home)
    } catch (reason) {
      setBusy(false)
      const refused = reason instanceof RequestProblem ? reason.fields.password : undefined
      if (refused) refuse(refused)
      else tellProblem(reason)
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
          This deletes @{username} and everything of yours.
          {hasPassword && ' To go on, enter your password.'}
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
