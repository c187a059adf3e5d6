import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { EndButton, passwordInput } from '../../../ui/EndButton.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'

interface PasswordFieldProps extends Pick<ComponentProps<typeof Input>, 'name' | 'autoComplete'> {
  label: string
  hint?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A password input with a button to show the text. */
export function PasswordField({
  label,
  hint,
  error,
  value,
  onChange,
  ...input
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <chakra.div position="relative">
          <Input
            {...control}
            {...input}
            type={isShown ? 'text' : 'password'}
            {...passwordInput}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <EndButton
            aria-controls={control.id}
            title={isShown ? 'Hide what you typed' : 'Show what you type'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </EndButton>
        </chakra.div>
      )}
    </Field>
  )
}
