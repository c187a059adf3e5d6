import { Field } from './Field.tsx'
import { Frame, Link } from './Frame.tsx'

/** What is asked for after the password, where somebody turned that on; it waits in a template. */
export function CodeForm() {
  return (
    <template id="code-form" data-title="One more step">
      <Frame title="One more step" button="Sign in" other={<Link href="#">Start over</Link>}>
        <Field
          label="Code"
          name="code"
          hint="From your authenticator app. A recovery code works too."
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Frame>
    </template>
  )
}
