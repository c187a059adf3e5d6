import { chakra, Stack } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { AuthField, AuthPasswordField, UsernameField } from './AuthField.tsx'
import { AuthForm, AuthLink } from './AuthForm.tsx'
import { ChooseUsername } from './ChooseUsername.tsx'
import { CodeForm } from './CodeForm.tsx'
import { MailForms } from './MailForms.tsx'
import { OrDivider } from './OrDivider.tsx'
import { ProviderLink } from './ProviderLink.tsx'

/**
 * The page at /api/login, rendered at build time. `bindPage` adds behaviour without React.
 * Inactive forms stay in templates, so that each label is unique on the page.
 */
export function SignInPage() {
  return (
    <chakra.main
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="4"
      minH="100dvh"
      px="4"
      py={{ base: '6', md: '12' }}
      bgImage="linear-gradient({colors.accentSubtle}, {colors.bg} 80%)"
    >
      <chakra.a
        href={paths.home}
        display="inline-flex"
        alignItems="center"
        minH="touch"
        px="3"
        borderRadius="control"
      >
        <Wordmark />
      </chakra.a>
      <Card id="card" w="full" maxW="25rem" p={{ base: '5', md: '8' }} boxShadow="float">
        <SignIn />
      </Card>
      <template id="sign-in-form" data-title="Sign in">
        <SignIn />
      </template>
      <template id="create-account-form" data-title="Create an account">
        <CreateAccount />
      </template>
      <ChooseUsername />
      <CodeForm />
      <MailForms />
    </chakra.main>
  )
}

function SignIn() {
  return (
    <AuthForm
      title="Welcome back"
      button="Sign in"
      header={
        <>
          <ProviderLink />
          <PasskeyButton />
        </>
      }
      footer={
        <>
          New here? <AuthLink href="#create-account">Create an account</AuthLink>
        </>
      }
      note={
        <>
          <span data-mail="off">
            Forgot your password? The operator of this site can reset it for you.
          </span>
          <span data-mail="on" hidden>
            <AuthLink href="#forgot-password">Forgot your password?</AuthLink>
          </span>
        </>
      }
    >
      <AuthField
        label="Email"
        name="email"
        hint="Your username works too."
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <AuthPasswordField autoComplete="current-password" />
    </AuthForm>
  )
}

function CreateAccount() {
  return (
    <AuthForm
      title="Glad you’re here"
      button="Create account"
      header={<ProviderLink withDivider />}
      footer={
        <>
          Already have an account? <AuthLink href="#">Sign in</AuthLink>
        </>
      }
    >
      <AuthField label="Display name" name="name" autoComplete="name" />
      <UsernameField />
      <AuthField label="Email" name="email" type="email" autoComplete="email" />
      <AuthPasswordField
        autoComplete="new-password"
        hint={`At least ${limits.passwordLength.min} characters.`}
      />
    </AuthForm>
  )
}

function PasskeyButton() {
  return (
    <Stack id="passkey" gap="4">
      <Button variant="outline" shape="wide">
        <Icon as={KeyRound} />
        Use a passkey
      </Button>
      <OrDivider />
    </Stack>
  )
}
