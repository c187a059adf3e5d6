import { paths } from '#rules/paths.ts'
import { ContactText } from '../features/rule/ContactText.tsx'
import { t } from '../lib/i18n.ts'
import { contactAddress, isMailEnabled } from '../lib/page-settings.ts'
import { joinMessages } from '../messages/join.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { Notice } from './Notice.tsx'

/** After a sign-up that a moderator decides about. */
export function Waiting() {
  const contact = contactAddress()
  return (
    <Notice
      title={t(joinMessages.waiting)}
      note={contact && <ContactText contact={contact} />}
      link={<TextLink href={paths.signIn}>{t(signInMessages.backToSignIn)}</TextLink>}
    >
      {t(isMailEnabled() ? joinMessages.waitForEmail : joinMessages.signInLater)}
    </Notice>
  )
}
