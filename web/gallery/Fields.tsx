import { Grid } from '@chakra-ui/react'
import { useState } from 'react'
import { CharacterCounter } from '../ui/CharacterCounter.tsx'
import { CheckboxField, ON, RadioField } from '../ui/ChoiceField.tsx'
import { Field, TextareaField, TextField, useControl } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { Section } from './Section.tsx'

export function Fields() {
  const [name, setName] = useState('robin')
  const [password, setPassword] = useState('a warm cup of tea')
  const [text, setText] = useState('A good walk,\nand a kind word.')
  const [hour, setHour] = useState('8')
  const [choice, setChoice] = useState(ON)
  const input = { value: name, onChange: setName }
  return (
    <Section title="Fields">
      <Grid templateColumns={{ md: '1fr 1fr' }} gap="6">
        <TextField label="With a hint" hint="Between 3 and 30 characters." {...input} />
        <TextField label="With an error" error="That name is taken. Try another." {...input} />
        <TextField label="With a counter" counter={`${name.length}/50`} {...input} />
        <TextField label="Empty" value="" onChange={setName} placeholder="Placeholder" />
        <TextField label="Disabled" disabled {...input} />
        <PasswordField label="Password" value={password} onChange={setPassword} />
        <TextareaField label="Several lines" rows={3} value={text} onChange={setText} />
        <TextField
          label="With the counter of a post"
          counter={<CharacterCounter id="gallery-counter" length={name.length} />}
          {...input}
        />
        <SelectField
          label="A choice"
          name="hour"
          value={hour}
          error={undefined}
          options={[
            ['8', '08:00'],
            ['13', '13:00'],
          ]}
          onChange={setHour}
        />
        <CheckboxField
          label="A choice with a sentence"
          about="It says what the choice means."
          name="choice"
          value={choice}
          error={undefined}
          onChange={setChoice}
        />
        <RadioField
          label="One of several"
          name="radio"
          value={hour}
          error={undefined}
          options={[
            { value: '8', label: 'In the morning', about: 'At eight.' },
            { value: '13', label: 'After lunch' },
          ]}
          onChange={setHour}
        />
        <Field label="With a control of its own">
          <OwnControl />
        </Field>
      </Grid>
    </Section>
  )
}

function OwnControl() {
  return <Input type="date" {...useControl()} defaultValue="2026-03-14" />
}
