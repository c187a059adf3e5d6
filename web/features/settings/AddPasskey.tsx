import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { deviceOf } from '#rules/device.ts'
import { problemWith } from '#rules/fields.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { showToast } from '../../ui/toast.ts'
import { addPasskey } from './add-passkey.ts'
import { tellProblem } from './own-request.ts'

/** A new passkey of this device, under a name that its owner may choose. */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [problem, setProblem] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = problemWith(passkeyName, name)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    if (adding) return
    setAdding(true)
    try {
      if (await addPasskey(name)) {
        await onAdded()
        showToast({ kind: 'good', title: 'Passkey added', description: 'You can sign in with it from now on.' })
      }
    } catch (reason) {
      tellProblem(reason)
    }
    setAdding(false)
  }

  return (
    <chakra.form noValidate onSubmit={add} display="flex" flexDirection="column" gap="4">
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
