import { chakra, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { AuthField, AuthPasswordField } from './AuthField.tsx'
import { AuthForm, AuthLink } from './AuthForm.tsx'

/** The forms that send an email or open from its link, and their success messages. */
export function MailForms() {
  return (
    <>
      <template id="forgot-password-form" data-title="Forgot your password?">
        <AuthForm
          title="Forgot your password?"
          header={<BodyText>We’ll email you a link to set a new one.</BodyText>}
          button="Email me a link"
          footer={backToSignIn}
        >
          <AuthField
            label="Email"
            name="email"
            hint="Your username works too."
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </AuthForm>
      </template>
      <template id="finish-sign-up-form" data-title="Create your account">
        <AuthForm
          title="One more step"
          header={<BodyText>Almost there. Enter your password to confirm it’s you.</BodyText>}
          button="Create my account"
          footer={<AuthLink href="#create-account">Start over</AuthLink>}
        >
          <AuthPasswordField autoComplete="current-password" />
        </AuthForm>
      </template>
      <template id="reset-password-form" data-title="Choose a new password">
        <AuthForm
          title="Choose a new password"
          header={<BodyText>Saving it signs you out on every device.</BodyText>}
          button="Save password"
          footer={backToSignIn}
        >
          <AuthPasswordField
            autoComplete="new-password"
            hint={`At least ${limits.passwordLength.min} characters.`}
          />
        </AuthForm>
      </template>
      <template id="verify-email-form" data-title="Verify your address">
        <AuthForm
          title="Verify your address"
          header={<BodyText>One click confirms this is your address.</BodyText>}
          button="Verify this address"
          footer={<AuthLink href={paths.home}>Not now</AuthLink>}
        />
      </template>
      <FormSuccess
        form="forgot-password"
        title="Check your email"
        link={<AuthLink href="#">Sign in</AuthLink>}
      >
        If that account exists, we’ve sent it a link. The link works for an hour.
      </FormSuccess>
      <FormSuccess
        form="create-account"
        title="Check your email"
        link={<AuthLink href="#">Sign in</AuthLink>}
      >
        We’ve sent you an email. Its link creates your account and works for a day.
      </FormSuccess>
      <FormSuccess
        form="reset-password"
        title="Your password is set"
        link={<AuthLink href="#">Sign in</AuthLink>}
      >
        You’re signed out on every device. Sign in with your new password now.
      </FormSuccess>
      <FormSuccess
        form="verify-email"
        title="Thank you"
        link={<AuthLink href={paths.home}>Continue to Good Vibes</AuthLink>}
      >
        Your email address is verified.
      </FormSuccess>
    </>
  )
}

const BodyText = chakra('p', { base: { textStyle: 'body', color: 'muted' } })
const backToSignIn = <AuthLink href="#">Back to sign-in</AuthLink>

interface FormSuccessProps {
  form: string
  title: string
  children: string
  link: ReactNode
}

/** Replaces a form after a successful submit. */
function FormSuccess({ form, title, children, link }: FormSuccessProps) {
  return (
    <template id={`${form}-success`} data-title={title}>
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
