import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { notFoundPageMessages } from '../../messages/not-found-page.ts'
import { Button } from '../../ui/Button.tsx'
import { NotFoundDrawing } from '../../ui/drawings/NotFoundDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from './Page.tsx'

/** In place of a page that does not exist, or not for the viewer. */
export function NotFound() {
  return (
    <Page title={t(notFoundPageMessages.title)} joinBar={false}>
      <EmptyState
        drawing={<NotFoundDrawing />}
        title={t(notFoundPageMessages.text)}
        hint={t(notFoundPageMessages.hint)}
      >
        <Button asChild variant="outline">
          <Link to={paths.home}>{t(notFoundPageMessages.toHome)}</Link>
        </Button>
      </EmptyState>
    </Page>
  )
}
