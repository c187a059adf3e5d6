import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { postPageMessages } from '../../messages/post-page.ts'
import { Button } from '../../ui/Button.tsx'
import { NotFoundDrawing } from '../../ui/drawings/NotFoundDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** In place of a post that does not exist, or not for the viewer. */
export function PostNotFound() {
  return (
    <Page title={t(postPageMessages.notFound)} joinBar={false}>
      <EmptyState drawing={<NotFoundDrawing />} title={t(postPageMessages.notFoundText)}>
        <Button asChild variant="outline">
          <Link to={paths.home}>{t(postPageMessages.toHome)}</Link>
        </Button>
      </EmptyState>
    </Page>
  )
}
