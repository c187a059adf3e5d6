import { type SubmitEvent, useId, useState } from 'react'
import { problemWith } from '#rules/fields.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ownRequest, tellProblem } from '../account-request.ts'
import type { OwnPasskey } from './PasskeysSection.tsx'

interface RenamePasskeyDialogProps {
  passkey: OwnPasskey
  open: boolean
  onClose: () => void
  onRenamed: () => Promise<void>
}

export function RenamePasskeyDialog({
  passkey,
  open,
  onClose,
  onRenamed,
}: RenamePasskeyDialogProps) {
  const formId = useId()
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string | null>(null)

  // What was typed and not saved is gone when it is asked for again.
  const close = () => {
    setName(passkey.name)
    setProblem(null)
    onClose()
  }
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    const refuse = (words: string) => {
      setProblem(words)
      field?.focus()
    }
    const wrong = problemWith(passkeyName, name)
    if (wrong) return refuse(wrong)
    try {
      await ownRequest(`/passkeys/${passkey.id}`, { name }, 'PATCH')
      await onRenamed()
      onClose()
    } catch (reason) {
      const refused = reason instanceof RequestProblem ? reason.fields.name : undefined
      if (refused) refuse(refused)
      else tellProblem(reason)
    }
  }

  return (
    <Dialog
      title="Rename this passkey"
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Save name
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
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
      </form>
    </Dialog>
  )
}
