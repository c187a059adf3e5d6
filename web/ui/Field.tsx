import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, a control, a hint and an error. Spread the given props on the control. */
export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | false | null | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const { label, hint, error, children } = props
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Stack gap="1">
      <chakra.label htmlFor={id} textStyle="name">
        {label}
      </chakra.label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <chakra.p id={`${id}-hint`} textStyle="meta" color="muted">
          {hint}
        </chakra.p>
      )}
      {error && (
        <chakra.p id={`${id}-error`} textStyle="meta" color="bad" role="alert">
          {error}
        </chakra.p>
      )}
    </Stack>
  )
}
