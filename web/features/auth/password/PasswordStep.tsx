import { chakra } from '@chakra-ui/react'
import { accountMessages } from '#rules/account-messages.ts'
import { SettingsStep } from '../SettingsStep.tsx'
import { StepButtons } from '../StepButtons.tsx'
import { useSingleField } from '../use-single-field.ts'
import { HiddenUsername } from './HiddenUsername.tsx'
import { PasswordField } from './PasswordField.tsx'

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
  const { value, problem, isBusy, change, submit } = useSingleField({
    name: 'password',
    validate: (password) => (password === '' ? accountMessages.passwordEmpty : null),
    onSubmit: onPassword,
  })
  return (
    <SettingsStep title={title} about={about}>
      <chakra.form
        noValidate
        method="post"
        onSubmit={submit}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        <HiddenUsername username={username} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={value}
          error={problem}
          onChange={change}
        />
        <StepButtons submitLabel={submitLabel} isBusy={isBusy} onCancel={onCancel} />
      </chakra.form>
    </SettingsStep>
  )
}
