import * as accountApi from '#rules/account-api.ts'
import { limits } from '#rules/limits.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { passwordMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { formMessages } from '../../../messages/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import { SettingsForm } from '../SettingsForm.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { HiddenUsername } from './HiddenUsername.tsx'

/** @param onChanged called after a change, which also ends all other sessions */
export function PasswordSection({
  username,
  onChanged,
}: {
  username: string
  onChanged: () => void
}) {
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    schema: accountApi.changePassword.request,
    onSubmit: async (body) => {
      await accountRequest(accountApi.changePassword, { body })
      form.reset()
      showToast({
        kind: 'success',
        title: t(passwordMessages.changed),
        description: t(authMessages.otherDevicesSignedOut),
      })
      onChanged()
    },
    onError: toastError,
  })
  return (
    <SettingsSection
      id="password"
      title={t(authMessages.password)}
      about={t(passwordMessages.about)}
    >
      <SettingsForm {...form.props}>
        <HiddenUsername username={username} />
        <PasswordField
          {...form.field('currentPassword')}
          label={t(passwordMessages.current)}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('newPassword')}
          label={t(passwordMessages.new)}
          autoComplete="new-password"
          hint={t(formMessages.passwordHint(limits.passwordLength.min))}
        />
        <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={form.isBusy}>
          {t(passwordMessages.change)}
        </Button>
      </SettingsForm>
    </SettingsSection>
  )
}
