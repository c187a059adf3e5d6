import { chakra, Stack } from '@chakra-ui/react'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { Field, PasswordField } from './Field.tsx'
import { Frame, Link } from './Frame.tsx'

/** The forms that ask for a mail or that one leads to, and what is told afterwards; each waits in a template. */
export function MailForms() {
  return (
    <>
      <template id="forgot-password-form">
        <Frame
          title="Forgot your password?"
          first={<Words>We mail you a link to choose a new one.</Words>}
          button="Mail me a link"
          other={back}
        >
          <Field
            label="Email"
            name="email"
            hint="Your username works too."
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </Frame>
      </template>
      <template id="reset-password-form">
        <Frame
          title="Choose a new password"
          first={<Words>You are signed out on every device when you have chosen.</Words>}
          button="Save password"
          other={back}
        >
          <PasswordField autoComplete="new-password" hint={`At least ${limits.passwordLength.min} characters.`} />
        </Frame>
      </template>
      <template id="verify-email-form">
        <Frame
          title="Verify your address"
          first={<Words>One click tells us that the mail reached you.</Words>}
          button="Verify this address"
          other={<Link href={paths.home}>Not now</Link>}
        />
      </template>
      <template id="told">
        <Stack gap="4">
          <chakra.h1 tabIndex={-1} textStyle="display">
            Thank you
          </chakra.h1>
          <chakra.p textStyle="body" />
          <chakra.p textStyle="body" textAlign="center">
            <Link href="#" />
          </chakra.p>
        </Stack>
      </template>
    </>
  )
}

const Words = chakra('p', { base: { textStyle: 'body', color: 'muted' } })
const back = <Link href="#">Back to signing in</Link>
