import { chakra, Stack } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { EndButton, passwordInput } from '../ui/EndButton.ts'
import { Input } from '../ui/Input.tsx'

interface AuthFieldProps extends ComponentProps<typeof Input> {
  label: string
  name: string
  hint?: string
  /** A control inside the field, at its end. */
  end?: ReactNode
}

/** A labelled field. `bindForm` replaces the hint below it with the error message. */
export function AuthField({ label, name, hint, end, ...input }: AuthFieldProps) {
  return (
    <Stack gap="1">
      <chakra.label htmlFor={name} textStyle="name">
        {label}
      </chakra.label>
      <chakra.div position="relative">
        <Input
          id={name}
          name={name}
          required
          aria-invalid="false"
          aria-describedby={`${name}-note`}
          {...input}
        />
        {end}
      </chakra.div>
      <chakra.p
        id={`${name}-note`}
        data-hint={hint}
        textStyle="meta"
        color="muted"
        overflowWrap="anywhere"
        css={{ '&[data-problem]': { color: 'bad' }, '&:empty': { display: 'none' } }}
      >
        {hint}
      </chakra.p>
    </Stack>
  )
}

export function UsernameField() {
  return (
    <AuthField
      label="Username"
      name="username"
      hint="Letters a–z, digits and underscores."
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}

export function AuthPasswordField(props: Pick<AuthFieldProps, 'autoComplete' | 'hint'>) {
  return (
    <AuthField
      {...props}
      label="Password"
      name="password"
      type="password"
      {...passwordInput}
      end={
        <EndButton data-show-password title="Show what you type">
          Show
        </EndButton>
      }
    />
  )
}
