import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingsSection } from '../auth/SettingsSection.tsx'

/** The way of moderators to the queue. */
export function ModerationSection() {
  return (
    <SettingsSection
      id="moderation"
      title={t(moderationMessages.title)}
      about={t(moderationMessages.settingsAbout)}
    >
      <Button asChild variant="outline" alignSelf="flex-start">
        <Link to={paths.moderation}>{t(moderationMessages.openModeration)}</Link>
      </Button>
    </SettingsSection>
  )
}
