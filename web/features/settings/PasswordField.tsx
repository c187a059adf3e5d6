import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

interface PasswordFieldProps extends Pick<ComponentProps<typeof Input>, 'name' | 'autoComplete'> {
  label: string
  hint?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A password, hidden until somebody wants to see what was typed. */
export function PasswordField({ label, hint, error, value, onChange, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <chakra.div position="relative">
          <Input
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            pe="16"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <chakra.button
            type="button"
            aria-controls={control.id}
            title={shown ? 'Hide what you typed' : 'Show what you type'}
            position="absolute"
            insetBlock="0"
            insetEnd="0"
            minW="touch"
            px="3"
            borderRadius="control"
            textStyle="control"
            color="accentText"
            cursor="pointer"
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </chakra.button>
        </chakra.div>
      )}
    </Field>
  )
}
