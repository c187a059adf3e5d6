import * as z from 'zod/mini'
import * as accountApi from '#rules/account-api.ts'
import { newEmail } from '#rules/account-fields.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { emailMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { TextField } from '../../../ui/Field.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import { HiddenUsername } from '../password/HiddenUsername.tsx'
import { passwordSchema } from '../password/PasswordStep.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { SettingsStep } from '../SettingsStep.tsx'
import { StepButtons } from '../StepButtons.tsx'

interface ChangeEmailStepProps {
  username: string
  hasPassword: boolean
  /** Whether the server emails a link to the new address. */
  hasMail: boolean
  onDone: () => void
  onCancel: () => void
}

/** Asks for the new address, and for the password of an account that has one. */
export function ChangeEmailStep({ username, hasPassword, ...props }: ChangeEmailStepProps) {
  const { hasMail, onDone, onCancel } = props
  const form = useForm({
    initial: { email: '', password: '' },
    schema: z.object({ email: newEmail, ...(hasPassword && passwordSchema.shape) }),
    onSubmit: async (body) => {
      const { status } = await accountRequest(accountApi.changeEmail, { body })
      showToast({
        kind: 'success',
        ...(status === 'changed'
          ? {
              title: t(emailMessages.changed),
              description: t(authMessages.otherDevicesSignedOut),
            }
          : {
              title: t(emailMessages.checkMail),
              description: t(emailMessages.checkMailDescription),
            }),
      })
      onDone()
    },
    onError: toastError,
  })
  return (
    <SettingsStep
      title={t(emailMessages.changeTitle)}
      about={hasMail ? t(emailMessages.changeAbout) : undefined}
    >
      <SettingsForm {...form.props}>
        <HiddenUsername username={username} />
        <TextField
          {...form.field('email')}
          label={t(emailMessages.newAddress)}
          type="email"
          autoComplete="email"
          dir="ltr"
        />
        {hasPassword && (
          <PasswordField
            {...form.field('password')}
            label={t(authMessages.password)}
            autoComplete="current-password"
          />
        )}
        <StepButtons
          submitLabel={t(emailMessages.change)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
