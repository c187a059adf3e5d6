import { chakra } from '@chakra-ui/react'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ownRequest, tellProblem } from '../account-request.ts'
import { Step } from './Step.tsx'

/** What an authenticator app is given. */
export interface AppKey {
  key: string
  uri: string
}

interface AppStepProps {
  app: AppKey
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Gives the key to an app, and asks for a code that shows that it is there. */
export function AppStep({ app, onConfirmed, onCancel }: AppStepProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=code]')
    const refuse = (words: string) => {
      setProblem(words)
      field?.focus()
    }
    if (code.trim() === '') return refuse(accountMessages.codeEmpty)
    if (busy) return
    setBusy(true)
    try {
      const { recoveryCodes } = (await ownRequest('/two-factor/confirm', { code })) as {
        recoveryCodes: string[]
      }
      onConfirmed(recoveryCodes)
    } catch (reason) {
      setBusy(false)
      const refused = reason instanceof RequestProblem ? reason.fields.code : undefined
      if (refused) refuse(refused)
      else tellProblem(reason)
    }
  }

  return (
    <Step
      title="Add Good Vibes to your app"
      about="Scan this with an authenticator app, or type the key in. Then enter the code that it shows."
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
    </Step>
  )
}

/** White around a code, which apps need to find it: so many of its squares. */
const MARGIN = 4

/** Black on white in either colour mode, as every app reads it. */
function QrCode({ text }: { text: string }) {
  const code = generate(text)
  const size = code.size + 2 * MARGIN
  return (
    <chakra.svg
      role="img"
      aria-label="The key as a square to scan"
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      w="full"
      maxW="13rem"
      borderRadius="control"
      shapeRendering="crispEdges"
    >
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="#FFFFFF" />
      <path d={toSvgPath(code)} fill="#000000" />
    </chakra.svg>
  )
}
