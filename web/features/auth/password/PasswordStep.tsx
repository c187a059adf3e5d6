import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { toastError } from '../account-request.ts'
import { PasswordField } from './PasswordField.tsx'
import { SettingsStep } from '../SettingsStep.tsx'

interface PasswordStepProps {
  title: string
  about?: string
  username: string
  submitLabel: string
  /** Runs the protected action. @throws RequestProblem */
  onPassword: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a protected action. */
export function PasswordStep({
  title,
  about,
  username,
  submitLabel,
  onPassword,
  onCancel,
}: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=password]')
    const showProblem = (message: string) => {
      setProblem(message)
      field?.focus()
    }
    if (password === '') return showProblem(accountMessages.passwordEmpty)
    if (busy) return
    setBusy(true)
    try {
      await onPassword(password)
    } catch (error) {
      setBusy(false)
      const fieldError = error instanceof RequestProblem ? error.fields.password : undefined
      if (fieldError) showProblem(fieldError)
      else toastError(error)
    }
  }

  return (
    <SettingsStep title={title} about={about}>
      <chakra.form
        noValidate
        method="post"
        onSubmit={confirm}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
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
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" variant="outline" aria-busy={busy}>
            {submitLabel}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </chakra.div>
      </chakra.form>
    </SettingsStep>
  )
}
