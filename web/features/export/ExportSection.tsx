import Download from 'lucide-react/icons/download'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Section } from '../auth/SettingsSection.tsx'

export function ExportSection() {
  return (
    <Section
      id="export"
      title="Your data"
      about="All that Good Vibes keeps of you in one ZIP file: a page to read, your pictures, and JSON for programs."
    >
      <Button asChild variant="outline" alignSelf="flex-start">
        <a href="/api/auth/export" download>
          <Icon as={Download} />
          Download your data
        </a>
      </Button>
    </Section>
  )
}
