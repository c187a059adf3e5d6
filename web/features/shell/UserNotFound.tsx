import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { profilePageMessages } from '../../messages/profile-page.ts'
import { Button } from '../../ui/Button.tsx'
import { UserNotFoundDrawing } from '../../ui/drawings/UserNotFoundDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from './Page.tsx'

/** In place of a page about a user who does not exist. */
export function UserNotFound() {
  return (
    <Page title={t(profilePageMessages.notFound)} joinBar={false}>
      <EmptyState drawing={<UserNotFoundDrawing />} title={t(profilePageMessages.notFoundText)}>
        <Button asChild variant="outline">
          <Link to={paths.explore}>{t(profilePageMessages.toExplore)}</Link>
        </Button>
      </EmptyState>
    </Page>
  )
}
