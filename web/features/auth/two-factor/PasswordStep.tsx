import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { tellProblem } from '../account-request.ts'
import { PasswordField } from '../password/PasswordField.tsx'
import { Step } from './Step.tsx'

interface PasswordStepProps {
  title: string
  about?: string
  username: string
  /** What the button does. */
  button: string
  /** Does what the password is for. @throws RequestProblem */
  onPassword: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before something that only its owner may do. */
export function PasswordStep({
  title,
  about,
  username,
  button,
  onPassword,
  onCancel,
}: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=password]')
    const refuse = (words: string) => {
      setProblem(words)
      field?.focus()
    }
    if (password === '') return refuse(accountMessages.passwordEmpty)
    if (busy) return
    setBusy(true)
    try {
      await onPassword(password)
    } catch (reason) {
      setBusy(false)
      const refused = reason instanceof RequestProblem ? reason.fields.password : undefined
      if (refused) refuse(refused)
      else tellProblem(reason)
    }
  }

  return (
    <Step title={title} about={about}>
      <chakra.form
        noValidate
        method="post"
        onSubmit={confirm}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {/* Password managers want to know whose password it is. */}
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
            {button}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </chakra.div>
      </chakra.form>
    </Step>
  )
}
