import { paths } from '#rules/paths.ts'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { NotFoundDrawing } from '../../ui/drawings/NotFoundDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'

export default function NotFoundPage() {
  return (
    <Page title="Page Not Found" panel={<SidePanel />} joinBar={false}>
      <EmptyState
        drawing={<NotFoundDrawing />}
        title="There’s nothing at this address."
        hint="Did you forget to add the page to the router?"
      >
        <Button asChild variant="outline">
          <Link to={paths.home}>Back to the good vibes</Link>
        </Button>
      </EmptyState>
    </Page>
  )
}
