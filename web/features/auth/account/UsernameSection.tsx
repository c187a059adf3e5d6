import { usernamePath } from '#rules/oidc.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

/** For accounts created through a provider, which start without a username. */
export function UsernameSection() {
  return (
    <SettingsSection
      id="username"
      title="Username"
      about="Others find you by it. You need one to share or like posts."
    >
      <Button asChild alignSelf="flex-start">
        <a href={usernamePath(paths.settings)}>Choose a username</a>
      </Button>
    </SettingsSection>
  )
}
