import { t } from '../lib/i18n.ts'
import { signUpMode } from '../lib/page-settings.ts'
import { joinMessages } from '../messages/join.ts'
import { Muted } from '../ui/Muted.tsx'
import { backToSignIn } from './AuthForm.tsx'
import { Notice } from './Notice.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** Signing up without an invitation, as far as the server allows it. */
export function CreateAccount({ search }: { search: string }) {
  const mode = signUpMode()
  if (mode === 'invite')
    return (
      <Notice title={t(joinMessages.needed)} link={backToSignIn()}>
        {t(joinMessages.neededAbout)}
      </Notice>
    )
  const header = mode === 'approval' && <Muted>{t(joinMessages.approval)}</Muted>
  return <SignUpForm search={search} header={header} />
}
