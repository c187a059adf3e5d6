import { limits } from '#rules/limits.ts'
import { t } from '../lib/i18n.ts'
import { formMessages } from '../messages/form.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { TextField, type TextFieldProps } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'

type GivenProps = Omit<TextFieldProps, 'label'>

/** Turns off what keyboards do to prose. */
const plainText = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** Takes an email or a username. */
export function IdentifierField(props: GivenProps) {
  return (
    <TextField
      label={t(signInMessages.email)}
      hint={t(signInMessages.emailHint)}
      inputMode="email"
      required
      {...plainText}
      {...props}
    />
  )
}

export function UsernameField(props: GivenProps) {
  return (
    <TextField
      label={t(signInMessages.username)}
      hint={t(signInMessages.usernameHint)}
      autoComplete="username"
      required
      {...plainText}
      {...props}
    />
  )
}

export function CodeField(props: GivenProps) {
  return (
    <TextField
      label={t(signInMessages.code)}
      hint={t(signInMessages.codeHint)}
      autoComplete="one-time-code"
      required
      {...plainText}
      {...props}
    />
  )
}

export function CurrentPasswordField(props: GivenProps) {
  return (
    <PasswordField
      label={t(signInMessages.password)}
      autoComplete="current-password"
      required
      {...props}
    />
  )
}

export function NewPasswordField(props: GivenProps) {
  return (
    <PasswordField
      label={t(signInMessages.password)}
      hint={t(formMessages.passwordHint(limits.passwordLength.min))}
      autoComplete="new-password"
      required
      {...props}
    />
  )
}
