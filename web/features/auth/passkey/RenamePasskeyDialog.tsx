import { type SubmitEvent, useId, useState } from 'react'
import { problemWith } from '#rules/fields.ts'
import { passkeyName } from '#rules/passkey-name.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { accountRequest, toastError } from '../account-request.ts'
import type { AccountPasskey } from './PasskeysSection.tsx'

interface RenamePasskeyDialogProps {
  passkey: AccountPasskey
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

  // Reset the name for the next time the dialog opens.
  const close = () => {
    setName(passkey.name)
    setProblem(null)
    onClose()
  }
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    const showProblem = (message: string) => {
      setProblem(message)
      field?.focus()
    }
    const nameProblem = problemWith(passkeyName, name)
    if (nameProblem) return showProblem(nameProblem)
    try {
      await accountRequest(`/passkeys/${passkey.id}`, { name }, 'PATCH')
      await onRenamed()
      onClose()
    } catch (error) {
      const fieldError = error instanceof RequestProblem ? error.fields.name : undefined
      if (fieldError) showProblem(fieldError)
      else toastError(error)
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
