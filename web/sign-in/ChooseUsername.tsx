import * as accountApi from '#rules/account-api.ts'
import * as fields from '#rules/account-fields.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { forever, useForm } from '../lib/use-form.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Muted } from '../ui/Muted.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AuthForm } from './AuthForm.tsx'
import { returnTo } from './account.ts'
import { UsernameField } from './fields.tsx'
import { usePage } from './page-context.ts'

/** Shown after the first sign-in with the OIDC provider, which may suggest a username. */
export function ChooseUsername({ search }: { search: string }) {
  const { onSignedIn } = usePage()
  const suggestion = fields.username.safeParse(new URLSearchParams(search).get('username'))
  const form = useForm({
    initial: { username: suggestion.data ?? '' },
    schema: accountApi.chooseUsername.request,
    onSubmit: async (body) => {
      await request(accountApi.chooseUsername, { body })
      await onSignedIn()
      await forever()
    },
  })
  return (
    <AuthForm
      form={form}
      title={t(signInMessages.usernameTitle)}
      header={<Muted>{t(signInMessages.usernameAbout)}</Muted>}
      button={t(signInMessages.saveUsername)}
      footer={<TextLink href={returnTo(search)}>{t(signInMessages.notNow)}</TextLink>}
    >
      <UsernameField {...form.field('username')} />
    </AuthForm>
  )
}
