import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { filled } from '#rules/account-api/route.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { forever, useForm } from '../lib/use-form.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeField } from './fields.tsx'
import { usePage } from './page-context.ts'

export interface Credentials extends Record<string, string> {
  email: string
  password: string
}

interface CodeFormProps {
  /** What the first step sent; it is sent again with the code. */
  credentials: Credentials
  onStartOver: () => void
}

const schema = z.object({ code: filled('CODE_EMPTY') })

/** The second step, for accounts that use two-step sign-in. */
export function CodeForm({ credentials, onStartOver }: CodeFormProps) {
  const { onSignedIn } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const form = useForm({
    initial: { code: '' },
    schema,
    onSubmit: async ({ code }) => {
      await request(accountApi.signIn, { body: { ...credentials, code } })
      await onSignedIn()
      await forever()
    },
  })
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.oneMoreStep)}
      button={t(signInMessages.signIn)}
      footer={
        <TextLink
          href="#"
          onClick={(event) => {
            event.preventDefault()
            onStartOver()
          }}
        >
          {t(signInMessages.startOver)}
        </TextLink>
      }
    >
      <CodeField {...form.field('code')} ref={input} />
    </AuthForm>
  )
}
