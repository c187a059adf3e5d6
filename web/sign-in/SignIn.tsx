import { useEffect, useState } from 'react'
import * as accountApi from '#rules/account-api.ts'
import { ApiError } from '../lib/api-error.ts'
import { t } from '../lib/i18n.ts'
import { isMailEnabled } from '../lib/page-settings.ts'
import { request } from '../lib/request.ts'
import { forever, useForm } from '../lib/use-form.ts'
import { noScriptMessages } from '../messages/no-script.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Muted } from '../ui/Muted.tsx'
import { RichText } from '../ui/RichText.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeForm, type Credentials } from './CodeForm.tsx'
import { CodeField, CurrentPasswordField, IdentifierField } from './fields.tsx'
import { focusHeading } from './Heading.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import { useFact, usePage } from './page-context.ts'
import { useProviderProblem } from './use-provider-problem.ts'

/** Signing in, with a second step for accounts that use one. */
export function SignIn({ search }: { search: string }) {
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [isStartedOver, setStartedOver] = useState(false)
  const startOver = () => {
    setCredentials(null)
    setStartedOver(true)
  }
  return credentials ? (
    <CodeForm credentials={credentials} onStartOver={startOver} />
  ) : (
    <SignInForm search={search} isFocused={isStartedOver} onCodeNeeded={setCredentials} />
  )
}

interface SignInFormProps {
  search: string
  /** Whether the form takes the place of another one. */
  isFocused: boolean
  onCodeNeeded: (credentials: Credentials) => void
}

function SignInForm({ search, isFocused, onCodeNeeded }: SignInFormProps) {
  const { onSignedIn, problem, identifier } = usePage()
  const form = useForm<Credentials>({
    initial: { email: identifier, password: '' },
    initialError: problem,
    schema: accountApi.signIn.request,
    onSubmit: async (credentials) => {
      try {
        await request(accountApi.signIn, { body: credentials })
      } catch (error) {
        if (!(error instanceof ApiError && 'code' in error.fields)) throw error
        return onCodeNeeded(credentials)
      }
      await onSignedIn()
      await forever()
    },
  })
  useProviderProblem(search, form.setError)
  useEffect(() => {
    if (isFocused) focusHeading()
  }, [isFocused])
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.signInTitle)}
      documentTitle={t(signInMessages.signIn)}
      button={t(signInMessages.signIn)}
      header={
        <>
          <noscript>
            <Muted>{t(noScriptMessages.signIn)}</Muted>
          </noscript>
          <ProviderLink search={search} />
          <PasskeyButton form={form} />
        </>
      }
      footer={
        <RichText
          message={signInMessages.newHere}
          elements={{ link: <TextLink href="#create-account" /> }}
        />
      }
      note={<ForgotPassword />}
    >
      <IdentifierField {...form.field('email')} autoComplete="username webauthn" />
      <CurrentPasswordField {...form.field('password')} />
      <noscript>
        <CodeField
          name="code"
          hint={t(noScriptMessages.codeHint)}
          required={false}
          value=""
          onChange={() => {}}
        />
      </noscript>
    </AuthForm>
  )
}

/** The advice that fits the server's mail setting. */
function ForgotPassword() {
  const canMail = useFact(isMailEnabled, false)
  if (!canMail) return t(signInMessages.operatorResets)
  return <TextLink href="#forgot-password">{t(signInMessages.forgotPassword)}</TextLink>
}
