import { useState } from 'react'
import * as z from 'zod/mini'
import * as accountApi from '#rules/account-api.ts'
import { mailLinkForms } from '#rules/mail-link.ts'
import { paths } from '#rules/paths.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { forever, useForm } from '../lib/use-form.ts'
import { mailFormMessages, signInMessages } from '../messages/sign-in.ts'
import { Muted } from '../ui/Muted.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm, backToSignIn } from './AuthForm.tsx'
import { CurrentPasswordField, NewPasswordField } from './fields.tsx'
import { Notice } from './Notice.tsx'
import { usePage } from './page-context.ts'
import { Waiting } from './Waiting.tsx'

/** The server checks the rest. */
const anything = z.object({})

interface MailLinkFormProps {
  /** The token of the emailed link. */
  token: string
}

/** The forms that emailed links open, by their name in the hash. */
export const mailLinkFormByName: Readonly<
  Record<string, (props: MailLinkFormProps) => React.ReactNode>
> = {
  [mailLinkForms.SIGN_UP]: FinishSignUp,
  [mailLinkForms.RESET_PASSWORD]: ResetPassword,
  [mailLinkForms.VERIFY_EMAIL]: VerifyEmail,
}

function FinishSignUp({ token }: MailLinkFormProps) {
  const { onSignedIn } = usePage()
  const [isWaiting, setWaiting] = useState(false)
  const form = useForm({
    initial: { password: '' },
    schema: anything,
    onSubmit: async ({ password }) => {
      const result = await request(accountApi.confirmSignUp, { body: { token, password } })
      if ('status' in result) return setWaiting(true)
      await onSignedIn()
      await forever()
    },
  })
  if (isWaiting) return <Waiting />
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.oneMoreStep)}
      documentTitle={t(mailFormMessages.finishTitle)}
      header={<Muted>{t(mailFormMessages.finishAbout)}</Muted>}
      button={t(mailFormMessages.finish)}
      footer={<TextLink href="#create-account">{t(signInMessages.startOver)}</TextLink>}
    >
      <CurrentPasswordField {...form.field('password')} />
    </AuthForm>
  )
}

function ResetPassword({ token }: MailLinkFormProps) {
  const [isDone, setDone] = useState(false)
  const form = useForm({
    initial: { password: '' },
    schema: accountApi.resetPassword.request,
    onSubmit: async ({ password }) => {
      await request(accountApi.resetPassword, { body: { token, password } })
      setDone(true)
    },
  })
  if (isDone)
    return (
      <Notice
        title={t(mailFormMessages.resetDone)}
        link={<TextLink href="#">{t(signInMessages.signIn)}</TextLink>}
      >
        {t(mailFormMessages.resetDoneAbout)}
      </Notice>
    )
  return (
    <AuthForm
      form={form}
      title={t(mailFormMessages.resetTitle)}
      header={<Muted>{t(mailFormMessages.resetAbout)}</Muted>}
      button={t(mailFormMessages.reset)}
      footer={backToSignIn()}
    >
      <NewPasswordField {...form.field('password')} />
    </AuthForm>
  )
}

function VerifyEmail({ token }: MailLinkFormProps) {
  const [isDone, setDone] = useState(false)
  const form = useForm({
    initial: {},
    schema: anything,
    onSubmit: async () => {
      await request(accountApi.verifyEmail, { body: { token } })
      setDone(true)
    },
  })
  if (isDone)
    return (
      <Notice
        title={t(mailFormMessages.verified)}
        link={<TextLink href={paths.home}>{t(mailFormMessages.continue)}</TextLink>}
      >
        {t(mailFormMessages.verifiedAbout)}
      </Notice>
    )
  return (
    <AuthForm
      form={form}
      title={t(mailFormMessages.verifyTitle)}
      header={<Muted>{t(mailFormMessages.verifyAbout)}</Muted>}
      button={t(mailFormMessages.verify)}
      footer={<TextLink href={paths.home}>{t(signInMessages.notNow)}</TextLink>}
    />
  )
}
