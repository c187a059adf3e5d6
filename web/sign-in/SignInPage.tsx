import { chakra, Stack } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { ChooseUsername } from './ChooseUsername.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Field, PasswordField, UsernameField } from './Field.tsx'
import { Frame, Link } from './Frame.tsx'
import { MailForms } from './MailForms.tsx'
import { Or } from './Or.tsx'
import { Provider } from './Provider.tsx'

/**
 * The page at /api/login as the build writes it; main.ts brings it to life without React, so that a phone has little to load.
 * The other form waits in a template: a page has each label once.
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
    <Frame
      title="Welcome back"
      button="Sign in"
      first={
        <>
          <Provider />
          <Passkey />
        </>
      }
      other={
        <>
          New here? <Link href="#create-account">Create an account</Link>
        </>
      }
      note={
        <>
          <span data-mail="off">
            Forgot your password? The operator of this site can reset it for you.
          </span>
          <span data-mail="on" hidden>
            <Link href="#forgot-password">Forgot your password?</Link>
          </span>
        </>
      }
    >
      <Field
        label="Email"
        name="email"
        hint="Your username works too."
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField autoComplete="current-password" />
    </Frame>
  )
}

function CreateAccount() {
  return (
    <Frame
      title="Glad you’re here"
      button="Create account"
      first={<Provider or />}
      other={
        <>
          Have an account already? <Link href="#">Sign in</Link>
        </>
      }
    >
      <Field label="Display name" name="name" autoComplete="name" />
      <UsernameField />
      <Field label="Email" name="email" type="email" autoComplete="email" />
      <PasswordField
        autoComplete="new-password"
        hint={`At least ${limits.passwordLength.min} characters.`}
      />
    </Frame>
  )
}

function Passkey() {
  return (
    <Stack id="passkey" gap="4">
      <Button variant="outline" shape="wide">
        <Icon as={KeyRound} />
        Use a passkey
      </Button>
      <Or />
    </Stack>
  )
}
