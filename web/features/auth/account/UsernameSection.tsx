import { usernamePath } from '#rules/oidc.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../SettingsSection.tsx'

/** For whoever came by way of another account and has yet to choose; the page for that is one of the server's. */
export function UsernameSection() {
  return (
    <Section
      id="username"
      title="Username"
      about="It is how others find you, and you need one before you share or like anything."
    >
      <Button asChild alignSelf="flex-start">
        <a href={usernamePath(paths.settings)}>Choose a username</a>
      </Button>
    </Section>
  )
}
