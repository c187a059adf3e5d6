import { type ReactNode, useState } from 'react'
import * as accountApi from '#rules/account-api.ts'
import { paths } from '#rules/paths.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { forever, useForm } from '../lib/use-form.ts'
import { mailFormMessages, signInMessages } from '../messages/sign-in.ts'
import { TextField } from '../ui/Field.tsx'
import { RichText } from '../ui/RichText.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm } from './AuthForm.tsx'
import { returnTo } from './account.ts'
import { NewPasswordField, UsernameField } from './fields.tsx'
import { Notice } from './Notice.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import { usePage } from './page-context.ts'
import { useProviderProblem } from './use-provider-problem.ts'
import { Waiting } from './Waiting.tsx'

interface SignUpFormProps {
  search: string
  /** The code of an invitation. */
  invitation?: string
  /** Below the heading. */
  header?: ReactNode
}

/** Where the server sends email, the account exists only once the emailed link is used. */
export function SignUpForm({ search, invitation, header }: SignUpFormProps) {
  const { onSignedIn } = usePage()
  const [status, setStatus] = useState<'check your mail' | 'awaiting approval' | null>(null)
  const form = useForm({
    initial: { name: '', username: '', email: '', password: '' },
    schema: accountApi.signUp.request,
    onSubmit: async (values) => {
      const body = { ...values, returnTo: returnTo(search), invitation }
      const result = await request(accountApi.signUp, { body })
      if ('status' in result) return setStatus(result.status)
      await onSignedIn()
      await forever()
    },
  })
  useProviderProblem(search, form.setError)
  // The sign-in form is in the same page, unless this is the page of an invitation.
  const signInPath = invitation ? paths.signIn : '#'
  if (status === 'awaiting approval') return <Waiting />
  if (status === 'check your mail')
    return (
      <Notice
        title={t(mailFormMessages.checkEmail)}
        link={<TextLink href={signInPath}>{t(signInMessages.signIn)}</TextLink>}
      >
        {t(mailFormMessages.signUpSent)}
      </Notice>
    )
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.createAccountHeading)}
      documentTitle={t(signInMessages.createAccountTitle)}
      button={t(signInMessages.createAccount)}
      header={
        <>
          {header}
          <ProviderLink search={search} invitation={invitation} withDivider />
        </>
      }
      footer={
        <RichText
          message={signInMessages.haveAccount}
          elements={{ link: <TextLink href={signInPath} /> }}
        />
      }
      note={
        <RichText
          message={signInMessages.agreeToRules}
          // The form stays open beside them.
          elements={{ link: <TextLink href={paths.rules} target="_blank" /> }}
        />
      }
    >
      <TextField
        {...form.field('name')}
        label={t(signInMessages.displayName)}
        autoComplete="name"
        required
      />
      <UsernameField {...form.field('username')} />
      <TextField
        {...form.field('email')}
        label={t(signInMessages.email)}
        type="email"
        autoComplete="email"
        required
      />
      <NewPasswordField {...form.field('password')} />
    </AuthForm>
  )
}
