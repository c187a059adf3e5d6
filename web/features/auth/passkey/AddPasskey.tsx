import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { deviceOf } from '#rules/device.ts'
import { problemWith } from '#rules/fields.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { showToast } from '../../../ui/toast.ts'
import { addPasskey } from './add-passkey.ts'
import { tellProblem } from '../account-request.ts'
import { PasswordStep } from '../two-factor/PasswordStep.tsx'

interface AddPasskeyProps {
  username: string
  hasPassword: boolean
  /** Called when the passkey is there, and the other sessions have ended with that. */
  onAdded: () => Promise<void>
  onCancel: () => void
}

/** A new passkey of this device, under a name that its owner may choose. */
export function AddPasskey({ username, hasPassword, onAdded, onCancel }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [problem, setProblem] = useState<string | null>(null)
  const [asksPassword, setAsksPassword] = useState(false)
  const [adding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const cancel = () => {
    setAsksPassword(false)
    onCancel()
  }
  const add = async (password?: string) => {
    if (!(await addPasskey(name, password))) return cancel()
    setAsksPassword(false)
    await onAdded()
    showToast({
      kind: 'good',
      title: 'Passkey added',
      description: 'You can sign in with it from now on. Every other device is signed out.',
    })
  }
  const begin = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = problemWith(passkeyName, name)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    if (hasPassword) return setAsksPassword(true)
    if (adding) return
    setAdding(true)
    await add().catch(tellProblem)
    setAdding(false)
  }

  if (asksPassword)
    return (
      <PasswordStep
        title="Is it you?"
        about="When the passkey is added, every other device is signed out."
        username={username}
        button="Continue"
        onPassword={add}
        onCancel={cancel}
      />
    )
  return (
    <chakra.form noValidate onSubmit={begin} display="flex" flexDirection="column" gap="4">
      <Field label="Name of the new passkey" hint="So that you know it again." error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="passkeyName"
            autoComplete="off"
            dir="auto"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setProblem(null)
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={adding}>
        Add a passkey
      </Button>
    </chakra.form>
  )
}
