import { useState } from 'react'
import * as z from 'zod/mini'
import { deviceOf } from '#rules/device.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { toastError } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { registerPasskey } from './register-passkey.ts'

interface AddPasskeyProps {
  username: string
  hasPassword: boolean
  /** Called after adding the passkey, which also ends all other sessions. */
  onAdded: () => Promise<void>
  onCancel: () => void
}

const schema = z.object({ name: passkeyName })

/** A form to add a passkey of this device under a name. */
export function AddPasskey({ username, hasPassword, onAdded, onCancel }: AddPasskeyProps) {
  const [isAskingPassword, setAskingPassword] = useState(false)
  const form = useForm({
    initial: { name: deviceOf(navigator.userAgent) },
    schema,
    onSubmit: async () => (hasPassword ? setAskingPassword(true) : add()),
    onError: toastError,
  })

  const cancel = () => {
    setAskingPassword(false)
    onCancel()
  }
  const add = async (password?: string) => {
    if (!(await registerPasskey(form.values.name, password))) return cancel()
    setAskingPassword(false)
    await onAdded()
    showToast({
      kind: 'success',
      title: t(passkeyMessages.added),
      description: t(passkeyMessages.addedDescription),
    })
  }

  // Whether there is a password loads apart.
  if (isAskingPassword && hasPassword)
    return (
      <PasswordStep
        title={t(authMessages.confirmIdentity)}
        about={t(passkeyMessages.addAbout)}
        username={username}
        submitLabel={t(authMessages.continue)}
        onPassword={add}
        onCancel={cancel}
      />
    )
  return (
    <SettingsForm {...form.props}>
      <TextField
        {...form.field('name')}
        label={t(passkeyMessages.newName)}
        hint={t(passkeyMessages.newNameHint)}
        autoComplete="off"
        dir="auto"
      />
      <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={form.isBusy}>
        {t(passkeyMessages.add)}
      </Button>
    </SettingsForm>
  )
}
