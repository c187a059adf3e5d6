import { chakra } from '@chakra-ui/react'
import { Unanswered } from '../../features/feed/Unanswered.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { t } from '../../lib/i18n.ts'
import { helloPageMessages } from '../../messages/hello-page.ts'

/** Posts that nobody answered yet. */
export default function HelloPage() {
  return (
    <Page
      title={t(helloPageMessages.title)}
      head={
        <chakra.p textStyle="body" color="muted" maxW="reading">
          {t(helloPageMessages.intro)}
        </chakra.p>
      }
      panel={<SidePanel />}
    >
      <Unanswered />
    </Page>
  )
}
