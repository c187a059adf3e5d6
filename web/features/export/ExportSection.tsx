import Download from 'lucide-react/icons/download'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../lib/i18n.ts'
import { exportMessages } from '../../messages/export.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SettingsSection } from '../auth/SettingsSection.tsx'

export function ExportSection() {
  return (
    <SettingsSection id="export" title={t(exportMessages.title)} about={t(exportMessages.about)}>
      <Button asChild variant="outline" alignSelf="flex-start">
        <a href={accountApi.exportAccount.path} download>
          <Icon as={Download} />
          {t(exportMessages.download)}
        </a>
      </Button>
    </SettingsSection>
  )
}
