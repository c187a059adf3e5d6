import { chakra } from '@chakra-ui/react'
import type { FieldProps } from '../../lib/use-form.ts'
import { Choice, ChoiceText } from '../../ui/Choice.tsx'
import { ON } from './settings-form.ts'

interface SwitchFieldProps extends FieldProps {
  label: string
  about?: string | undefined
}

/** A setting that is on or off. */
export function SwitchField({ name, value, label, about, onChange }: SwitchFieldProps) {
  return (
    <Choice>
      <chakra.input
        type="checkbox"
        name={name}
        value={ON}
        checked={value === ON}
        accentColor="accent"
        mt="1"
        onChange={({ target }) => onChange(target.checked ? ON : '')}
      />
      <ChoiceText name={label} about={about} />
    </Choice>
  )
}
