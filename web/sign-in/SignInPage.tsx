import { chakra } from '@chakra-ui/react'
import { USERNAME_STEP } from '#rules/oidc.ts'
import { codeInPath, paths } from '#rules/paths.ts'
import { WAITING_STEP } from '#rules/sign-ups.ts'
import { isMailEnabled } from '../lib/page-settings.ts'
import { Card } from '../ui/Card.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { ChooseUsername } from './ChooseUsername.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { focusHeading } from './Heading.tsx'
import { Join } from './Join.tsx'
import { mailLinkFormByName } from './MailLinkForms.tsx'
import { PageContext, type PageState } from './page-context.ts'
import { SignIn } from './SignIn.tsx'
import { type Address, useAddress } from './use-address.ts'
import { Waiting } from './Waiting.tsx'

/** The page at /api/login. It is prerendered without an address and with a provider. */
export function SignInPage(settings: PageState) {
  const address = useAddress(focusHeading)
  return (
    <PageContext value={settings}>
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
        <Card w="full" maxW="25rem" p={{ base: '5', md: '8' }} boxShadow="float">
          <Form key={address.hash} {...address} />
        </Card>
      </chakra.main>
    </PageContext>
  )
}

/** The form that the address names. */
function Form({ path, search, hash }: Address) {
  const [name = '', token = ''] = hash.slice(1).split('=')
  if (name !== '' && isMailEnabled()) {
    if (name === 'forgot-password') return <ForgotPassword />
    const MailLinkForm = Object.hasOwn(mailLinkFormByName, name) && mailLinkFormByName[name]
    if (MailLinkForm) return <MailLinkForm token={token} />
  }
  const step = new URLSearchParams(search).get('step')
  if (step === USERNAME_STEP) return <ChooseUsername search={search} />
  if (step === WAITING_STEP) return <Waiting />
  const code = codeInPath(path)
  if (code !== null) return <Join code={code} search={search} />
  if (name === 'create-account') return <CreateAccount search={search} />
  return <SignIn search={search} />
}
