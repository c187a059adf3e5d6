import { t } from '../../lib/i18n.ts'
import { reloadIfReachable } from '../../lib/reload.ts'
import { uiMessages } from '../../messages/ui.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedDrawing } from '../../ui/drawings/FailedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from './Page.tsx'

/** Shown in place of a page that throws or whose code fails to load. */
export function FailedPage({ onReload = reloadIfReachable }: { onReload?: () => Promise<void> }) {
  return (
    <Page title={t(uiMessages.failedPageTitle)} panel={null} joinBar={false}>
      <EmptyState drawing={<FailedDrawing />} title={t(uiMessages.failedPage)}>
        <Button variant="outline" onClick={onReload}>
          {t(uiMessages.reload)}
        </Button>
      </EmptyState>
    </Page>
  )
}
