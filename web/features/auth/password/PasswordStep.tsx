import * as z from 'zod/mini'
import { filled } from '#rules/account-api/route.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { toastError } from '../account-request.ts'
import { SettingsForm } from '../SettingsForm.tsx'
import { SettingsStep } from '../SettingsStep.tsx'
import { StepButtons } from '../StepButtons.tsx'
import { HiddenUsername } from './HiddenUsername.tsx'

interface PasswordStepProps {
  title: string
  about?: string
  username: string
  submitLabel: string
  /** Runs the protected action. @throws ApiError */
  onPassword: (password: string) => Promise<void>
  onCancel: () => void
}

/** The password of the account, which the server checks. */
export const passwordSchema = z.object({ password: filled('PASSWORD_EMPTY') })

/** Asks for the password before a protected action. */
export function PasswordStep({
  title,
  about,
  username,
  submitLabel,
  onPassword,
  onCancel,
}: PasswordStepProps) {
  const form = useForm({
    initial: { password: '' },
    schema: passwordSchema,
    onSubmit: ({ password }) => onPassword(password),
    onError: toastError,
  })
  return (
    <SettingsStep title={title} about={about}>
      <SettingsForm {...form.props}>
        <HiddenUsername username={username} />
        <PasswordField
          {...form.field('password')}
          label={t(authMessages.password)}
          autoComplete="current-password"
        />
        <StepButtons submitLabel={submitLabel} isBusy={form.isBusy} onCancel={onCancel} />
      </SettingsForm>
    </SettingsStep>
  )
}
