import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useId } from 'react'
import type { FieldProps } from '../lib/use-form.ts'

/** The value of a `CheckboxField` that is on; '' is off. */
export const ON = 'on'

interface ChoiceTexts {
  label: string
  /** A sentence about what the choice means. */
  about?: string | undefined
}

/** A radio button or checkbox with its texts, all of which can be clicked. */
function Choice({ label, about, ...input }: ChoiceTexts & ComponentProps<typeof chakra.input>) {
  return (
    <Label>
      <chakra.input accentColor="accent" mt="1" {...input} />
      <span>
        <chakra.span display="block" textStyle="name">
          {label}
        </chakra.span>
        {about && (
          <chakra.span textStyle="meta" color="muted">
            {about}
          </chakra.span>
        )}
      </span>
    </Label>
  )
}

const Label = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    minH: 'touch',
    px: '2',
    py: '1',
    mx: '-2',
    borderRadius: 'control',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
  },
})

interface CheckboxProps extends ChoiceTexts {
  name: string
  value: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}

/** One of several things that can be chosen together. */
export function Checkbox({ onChange, ...choice }: CheckboxProps) {
  return <Choice type="checkbox" {...choice} onChange={({ target }) => onChange(target.checked)} />
}

/** A field of a form that is on or off. */
export function CheckboxField({ error: _, value, onChange, ...choice }: FieldProps & ChoiceTexts) {
  return (
    <Checkbox
      {...choice}
      value={ON}
      checked={value === ON}
      onChange={(isChecked) => onChange(isChecked ? ON : '')}
    />
  )
}

interface RadioFieldProps extends FieldProps {
  label: string
  options: readonly (ChoiceTexts & { value: string })[]
  /** A dialog that opens focuses the first one. */
  autoFocus?: boolean
}

/** A field of a form that has one of several values. */
export function RadioField(props: RadioFieldProps) {
  const { name, value, error, onChange, label, options, autoFocus = false } = props
  const errorId = useId()
  return (
    <chakra.fieldset aria-describedby={errorId}>
      <chakra.legend textStyle="name" mb="1">
        {label}
      </chakra.legend>
      {options.map((option, position) => (
        <Choice
          key={option.value}
          type="radio"
          {...option}
          name={name}
          checked={option.value === value}
          data-autofocus={(autoFocus && position === 0) || undefined}
          onChange={() => onChange(option.value)}
        />
      ))}
      <chakra.p id={errorId} aria-live="polite" textStyle="meta" color="bad">
        {error}
      </chakra.p>
    </chakra.fieldset>
  )
}
