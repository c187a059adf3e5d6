import { useState } from 'react'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { useForm } from '../lib/use-form.ts'
import { mailFormMessages, signInMessages } from '../messages/sign-in.ts'
import { Muted } from '../ui/Muted.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm, backToSignIn } from './AuthForm.tsx'
import { IdentifierField } from './fields.tsx'
import { Notice } from './Notice.tsx'

export function ForgotPassword() {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    schema: accountApi.requestPasswordReset.request,
    onSubmit: async (body) => {
      await request(accountApi.requestPasswordReset, { body })
      setSent(true)
    },
  })
  if (isSent)
    return (
      <Notice
        title={t(mailFormMessages.checkEmail)}
        link={<TextLink href="#">{t(signInMessages.signIn)}</TextLink>}
      >
        {t(mailFormMessages.linkSent)}
      </Notice>
    )
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.forgotPassword)}
      header={<Muted>{t(mailFormMessages.forgotAbout)}</Muted>}
      button={t(mailFormMessages.emailLink)}
      footer={backToSignIn()}
    >
      <IdentifierField {...form.field('email')} autoComplete="username" />
    </AuthForm>
  )
}
