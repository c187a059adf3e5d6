import { isForbidden } from '../../apollo/is-forbidden.ts'
import { ApplicationList } from '../../features/application/ApplicationList.tsx'
import { NotFound } from '../../features/shell/NotFound.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { useApplicationsQuery } from './Applications.generated.ts'

/** The sign-ups that moderators decide about. Members have no such page. */
export default function ApplicationsPage() {
  const { data, error, refetch, fetchMore } = useApplicationsQuery(useListFetchPolicy())
  if (isForbidden(error)) return <NotFound />
  return (
    <Page title={t(applicationMessages.title)}>
      <LoadState
        title={t(applicationMessages.failed)}
        error={error}
        onRetry={refetch}
        hasData={data !== undefined}
      />
      {data && (
        <ApplicationList applications={data.applications} refetch={refetch} fetchMore={fetchMore} />
      )}
    </Page>
  )
}
