import { chakra } from '@chakra-ui/react'
import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { deviceOf } from '#rules/device.ts'
import { problemWith } from '#rules/fields.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { showToast } from '../../../ui/toast.ts'
import { toastError } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { registerPasskey } from './register-passkey.ts'

interface AddPasskeyProps {
  username: string
  hasPassword: boolean
  /** Called after adding the passkey, which also ends all other sessions. */
  onAdded: () => Promise<void>
  onCancel: () => void
}

/** A form to add a passkey of this device under a name. */
export function AddPasskey({ username, hasPassword, onAdded, onCancel }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [problem, setProblem] = useState<string | null>(null)
  const [isAskingPassword, setAskingPassword] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const change = (name: string) => {
    setName(name)
    setProblem(null)
  }
  const cancel = () => {
    setAskingPassword(false)
    onCancel()
  }
  const add = async (password?: string) => {
    if (!(await registerPasskey(name, password))) return cancel()
    setAskingPassword(false)
    await onAdded()
    showToast({
      kind: 'success',
      title: 'Passkey added',
      description: 'You can now sign in with it. Every other device is signed out.',
    })
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invalid = problemWith(passkeyName, name)
    setProblem(invalid)
    if (invalid) return input.current?.focus()
    if (hasPassword) return setAskingPassword(true)
    if (isAdding) return
    setAdding(true)
    await add().catch(toastError)
    setAdding(false)
  }

  if (isAskingPassword)
    return (
      <PasswordStep
        title="Confirm it’s you"
        about="Adding it signs every other device out."
        username={username}
        submitLabel="Continue"
        onPassword={add}
        onCancel={cancel}
      />
    )
  return (
    <chakra.form noValidate onSubmit={submit} display="flex" flexDirection="column" gap="4">
      <PasskeyNameField inputRef={input} name={name} problem={problem} onChange={change} />
      <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={isAdding}>
        Add a passkey
      </Button>
    </chakra.form>
  )
}

interface PasskeyNameFieldProps {
  inputRef: RefObject<HTMLInputElement | null>
  name: string
  problem: string | null
  onChange: (name: string) => void
}

function PasskeyNameField({ inputRef, name, problem, onChange }: PasskeyNameFieldProps) {
  return (
    <Field label="Name of the new passkey" hint="So you’ll recognise it later." error={problem}>
      {(control) => (
        <Input
          {...control}
          ref={inputRef}
          name="passkeyName"
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
