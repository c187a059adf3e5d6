import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { Field, PasswordField } from './Field.tsx'
import { Frame, Link } from './Frame.tsx'

/** The forms that ask for a mail or that one leads to, and what is told afterwards; each waits in a template. */
export function MailForms() {
  return (
    <>
      <template id="forgot-password-form" data-title="Forgot your password?">
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
      <template id="finish-sign-up-form" data-title="Make your account">
        <Frame
          title="One more step"
          first={
            <Words>The mail reached you. Your password shows that it was you who signed up.</Words>
          }
          button="Make my account"
          other={<Link href="#create-account">Start over</Link>}
        >
          <PasswordField autoComplete="current-password" />
        </Frame>
      </template>
      <template id="reset-password-form" data-title="Choose a new password">
        <Frame
          title="Choose a new password"
          first={<Words>You are signed out on every device when you have chosen.</Words>}
          button="Save password"
          other={back}
        >
          <PasswordField
            autoComplete="new-password"
            hint={`At least ${limits.passwordLength.min} characters.`}
          />
        </Frame>
      </template>
      <template id="verify-email-form" data-title="Verify your address">
        <Frame
          title="Verify your address"
          first={<Words>One click tells us that the mail reached you.</Words>}
          button="Verify this address"
          other={<Link href={paths.home}>Not now</Link>}
        />
      </template>
      <Done form="forgot-password" title="Look into your mail" link={<Link href="#">Sign in</Link>}>
        If there is an account by that name, a mail with a link is on its way. The link works for an
        hour.
      </Done>
      <Done form="create-account" title="Look into your mail" link={<Link href="#">Sign in</Link>}>
        A mail is on its way to you. Its link makes your account, and works for a day.
      </Done>
      <Done form="reset-password" title="Your password is new" link={<Link href="#">Sign in</Link>}>
        Every device is signed out. Sign in with your new password now.
      </Done>
      <Done
        form="verify-email"
        title="Thank you"
        link={<Link href={paths.home}>Go on to Good Vibes</Link>}
      >
        Your email address is verified.
      </Done>
    </>
  )
}

const Words = chakra('p', { base: { textStyle: 'body', color: 'muted' } })
const back = <Link href="#">Back to signing in</Link>

interface DoneProps {
  form: string
  title: string
  children: string
  link: ReactNode
}

/** What comes in place of a form that was sent. */
function Done({ form, title, children, link }: DoneProps) {
  return (
    <template id={`${form}-done`} data-title={title}>
      <Stack gap="4">
        <chakra.h1 tabIndex={-1} textStyle="display">
          {title}
        </chakra.h1>
        <chakra.p textStyle="body">{children}</chakra.p>
        <chakra.p textStyle="body" textAlign="center">
          {link}
        </chakra.p>
      </Stack>
    </template>
  )
}
