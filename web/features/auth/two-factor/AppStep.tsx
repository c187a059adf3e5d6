import { chakra } from '@chakra-ui/react'
import * as z from 'zod/mini'
import type { AppKey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { twoFactorMessages } from '../../../messages/auth.ts'
import { TextField } from '../../../ui/Field.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { accountRequest, toastError } from '../account-request.ts'
import { SettingsForm } from '../SettingsForm.tsx'
import { SettingsStep } from '../SettingsStep.tsx'
import { StepButtons } from '../StepButtons.tsx'
import { QrCode } from './QrCode.tsx'

interface AppStepProps {
  app: AppKey
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'CODE_EMPTY')),
})

/** Shows the key for an authenticator app and confirms it with a code. */
export function AppStep({ app, onConfirmed, onCancel }: AppStepProps) {
  const form = useForm({
    initial: { code: '' },
    schema,
    onSubmit: async (body) => {
      const { recoveryCodes } = await accountRequest(accountApi.confirmTwoFactor, { body })
      onConfirmed(recoveryCodes)
    },
    onError: toastError,
  })
  const key = app.key.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <SettingsStep title={t(twoFactorMessages.appTitle)} about={t(twoFactorMessages.appAbout)}>
      <QrCode text={app.uri} />
      <chakra.p textStyle="body">
        <RichText
          message={twoFactorMessages.key(key)}
          elements={{ code: <chakra.code fontFamily="monospace" overflowWrap="anywhere" /> }}
        />
      </chakra.p>
      <SettingsForm {...form.props}>
        <TextField
          {...form.field('code')}
          label={t(twoFactorMessages.code)}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <StepButtons
          submitLabel={t(twoFactorMessages.turnOn)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
