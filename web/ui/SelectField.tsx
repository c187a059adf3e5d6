import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import type { FieldProps } from '../lib/use-form.ts'
import { Field, useControl } from './Field.tsx'
import { inputRecipe } from './recipes/input.ts'

interface SelectFieldProps extends FieldProps {
  label: string
  /** Value and text. */
  options: readonly (readonly [value: string, text: string])[]
}

/** A field for one of several values. */
export function SelectField({ label, error, options, onChange, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error}>
      <Control {...select} onChange={({ target }) => onChange(target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Control>
    </Field>
  )
}

const Select = chakra('select', inputRecipe)

function Control(props: ComponentProps<typeof Select>) {
  return <Select {...useControl()} {...props} />
}
