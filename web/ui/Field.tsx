import { Field as ChakraField, chakra, useFieldContext } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Input, Textarea } from './Input.tsx'
import { fieldRecipe } from './recipes/field.ts'

interface FieldProps {
  label: string
  /** A sentence about what to enter. An error takes its place. */
  hint?: ReactNode
  /** Stays beside an error. */
  counter?: ReactNode
  error?: string | false | null | undefined
  children: ReactNode
}

/** A label, a control and notes. A control inside takes its props from `useControl`. */
export function Field({ label, hint, counter, error, children }: FieldProps) {
  const note = counter ?? (error ? null : hint)
  return (
    <ChakraField.Root recipe={fieldRecipe} role="presentation" invalid={Boolean(error)}>
      <ChakraField.Label>{label}</ChakraField.Label>
      {children}
      {note && <ChakraField.HelperText>{note}</ChakraField.HelperText>}
      {/* There before its error, so that screen readers announce it. */}
      <chakra.div aria-live="polite">
        <ChakraField.ErrorText aria-live="off">{error}</ChakraField.ErrorText>
      </chakra.div>
    </ChakraField.Root>
  )
}

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

/** Connects a control with its field. Chakra leaves the error out of the description. */
export function useControl(): ControlProps {
  const { ids, invalid } = useFieldContext()
  return {
    id: ids.control,
    'aria-invalid': invalid,
    'aria-describedby': `${ids.helperText} ${ids.errorText}`,
  }
}

interface TextProps extends Omit<FieldProps, 'children'> {
  value: string
  onChange: (value: string) => void
}

export interface TextFieldProps
  extends TextProps,
    Omit<ComponentProps<typeof Input>, keyof TextProps> {
  /** A button at the end of the input. */
  end?: ReactNode
}

/** A field for one line of text. */
export function TextField({
  label,
  hint,
  counter,
  error,
  end,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} counter={counter} error={error}>
      <chakra.div position="relative">
        <FieldInput {...input} onChange={({ target }) => onChange(target.value)} />
        {end}
      </chakra.div>
    </Field>
  )
}

function FieldInput(props: ComponentProps<typeof Input>) {
  return <Input {...useControl()} {...props} />
}

interface TextareaFieldProps
  extends TextProps,
    Omit<ComponentProps<typeof Textarea>, keyof TextProps> {}

/** A field for text of several lines. */
export function TextareaField({
  label,
  hint,
  counter,
  error,
  onChange,
  ...textarea
}: TextareaFieldProps) {
  return (
    <Field label={label} hint={hint} counter={counter} error={error}>
      <FieldTextarea {...textarea} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

function FieldTextarea(props: ComponentProps<typeof Textarea>) {
  return <Textarea {...useControl()} {...props} />
}
