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

export function RenamePasskeyDialog(props: RenamePasskeyDialogProps) {
  const formId = useId()
  const { name, problem, change, close, save } = useRename(props)
  return (
    <Dialog
      title="Rename this passkey"
      open={props.open}
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
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function useRename({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string | null>(null)

  const change = (name: string) => {
    setName(name)
    setProblem(null)
  }
  // Reset the name for the next time the dialog opens.
  const close = () => {
    change(passkey.name)
    onClose()
  }
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    const showProblem = (message: string) => {
      setProblem(message)
      input?.focus()
    }
    const invalid = problemWith(passkeyName, name)
    if (invalid) return showProblem(invalid)
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
  return { name, problem, change, close, save }
}
