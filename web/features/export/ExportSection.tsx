import Download from 'lucide-react/icons/download'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SettingsSection } from '../auth/SettingsSection.tsx'

export function ExportSection() {
  return (
    <SettingsSection
      id="export"
      title="Your data"
      about="Everything we store about you in one ZIP file: a page to read, your photos and the raw data."
    >
      <Button asChild variant="outline" alignSelf="flex-start">
        <a href="/api/auth/export" download>
          <Icon as={Download} />
          Download your data
        </a>
      </Button>
    </SettingsSection>
  )
}
