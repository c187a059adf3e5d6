import { chakra } from '@chakra-ui/react'
import { accountMessages } from '#rules/account-messages.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { accountRequest } from '../account-request.ts'
import { SettingsStep } from '../SettingsStep.tsx'
import { StepButtons } from '../StepButtons.tsx'
import { useSingleField } from '../use-single-field.ts'
import { QrCode } from './QrCode.tsx'

/** The shared secret for an authenticator app. */
export interface AppKey {
  key: string
  /** otpauth:// URI. */
  uri: string
}

interface AppStepProps {
  app: AppKey
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the key for an authenticator app and confirms it with a code. */
export function AppStep({ app, onConfirmed, onCancel }: AppStepProps) {
  const { value, problem, isBusy, change, submit } = useSingleField({
    name: 'code',
    validate: (code) => (code.trim() === '' ? accountMessages.codeEmpty : null),
    onSubmit: async (code) => {
      const { recoveryCodes } = (await accountRequest('/two-factor/confirm', { code })) as {
        recoveryCodes: string[]
      }
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <SettingsStep
      title="Add Good Vibes to your app"
      about="Scan this with an authenticator app, or type in the key. Then enter its code."
    >
      <QrCode text={app.uri} />
      <chakra.p textStyle="body">
        Key:{' '}
        <chakra.code fontFamily="monospace" overflowWrap="anywhere">
          {app.key.replace(/(.{4})(?=.)/g, '$1 ')}
        </chakra.code>
      </chakra.p>
      <chakra.form
        noValidate
        method="post"
        onSubmit={submit}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        <Field label="Code" error={problem}>
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <StepButtons submitLabel="Turn on" isBusy={isBusy} onCancel={onCancel} />
      </chakra.form>
    </SettingsStep>
  )
}
