import { usernamePath } from '#rules/oidc.ts'
import { paths } from '#rules/paths.ts'
import { t } from '../../../lib/i18n.ts'
import { usernameMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

/** For accounts created through a provider, which start without a username. */
export function UsernameSection() {
  return (
    <SettingsSection
      id="username"
      title={t(usernameMessages.title)}
      about={t(usernameMessages.about)}
    >
      <Button asChild alignSelf="flex-start">
        <a href={usernamePath(paths.settings)}>{t(usernameMessages.choose)}</a>
      </Button>
    </SettingsSection>
  )
}
