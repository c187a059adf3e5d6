import { chakra } from '@chakra-ui/react'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { accountRequest, toastError } from '../account-request.ts'
import { SettingsStep } from '../SettingsStep.tsx'

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
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=code]')
    const showProblem = (message: string) => {
      setProblem(message)
      field?.focus()
    }
    if (code.trim() === '') return showProblem(accountMessages.codeEmpty)
    if (busy) return
    setBusy(true)
    try {
      const { recoveryCodes } = (await accountRequest('/two-factor/confirm', { code })) as {
        recoveryCodes: string[]
      }
      onConfirmed(recoveryCodes)
    } catch (error) {
      setBusy(false)
      const fieldError = error instanceof RequestProblem ? error.fields.code : undefined
      if (fieldError) showProblem(fieldError)
      else toastError(error)
    }
  }

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
        onSubmit={confirm}
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
              value={code}
              onChange={({ target }) => {
                setCode(target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" variant="outline" aria-busy={busy}>
            Turn on
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </chakra.div>
      </chakra.form>
    </SettingsStep>
  )
}

/** White border that scanners need, in modules. */
const QUIET_ZONE = 4

/** Black on white in both colour modes, so that every app can scan it. */
function QrCode({ text }: { text: string }) {
  const code = generate(text)
  const size = code.size + 2 * QUIET_ZONE
  return (
    <chakra.svg
      role="img"
      aria-label="QR code with your key"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      w="full"
      maxW="13rem"
      borderRadius="control"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#FFFFFF" />
      <path d={toSvgPath(code)} fill="#000000" />
    </chakra.svg>
  )
}
