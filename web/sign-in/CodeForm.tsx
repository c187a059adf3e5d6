import { AuthField } from './AuthField.tsx'
import { AuthForm, AuthLink } from './AuthForm.tsx'

/** Shown after the password if the account uses two-step sign-in. */
export function CodeForm() {
  return (
    <template id="code-form" data-title="One more step">
      <AuthForm
        title="One more step"
        button="Sign in"
        footer={<AuthLink href="#">Start over</AuthLink>}
      >
        <AuthField
          label="Code"
          name="code"
          hint="From your authenticator app. A recovery code works too."
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </AuthForm>
    </template>
  )
}
