import { chakra } from '@chakra-ui/react'
import { paths } from '#rules/paths.ts'
import { DecisionList } from '../../features/appeal/DecisionList.tsx'
import { SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { OwnReportList } from '../../features/report/OwnReportList.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { fullDateTime } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { appealMessages } from '../../messages/appeals.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { useReportsQuery } from './Reports.generated.ts'

/** What the viewer reported, and what moderators decided about the viewer. */
export default function ReportsPage() {
  const { data, error, refetch, fetchMore } = useReportsQuery(useListFetchPolicy())
  const { reports, decisions, suspension } = data?.viewer ?? {}
  return (
    <Page title={t(reportsMessages.title)}>
      {suspension && <SuspensionNotice until={suspension.until} />}
      <LoadState
        title={t(reportsMessages.failed)}
        error={error}
        onRetry={refetch}
        hasData={data !== undefined}
      />
      {reports && decisions && (
        <>
          <SettingsSection id="your-reports" title={t(reportsMessages.yours)} about={<About />}>
            <OwnReportList
              reports={reports}
              onLoadMore={(reportsAfter) =>
                fetchMore({ variables: { reportsAfter, withDecisions: false } })
              }
            />
          </SettingsSection>
          <SettingsSection id="decisions" title={t(appealMessages.title)}>
            <DecisionList
              decisions={decisions}
              onLoadMore={(decisionsAfter) =>
                fetchMore({ variables: { decisionsAfter, withReports: false } })
              }
            />
          </SettingsSection>
        </>
      )}
    </Page>
  )
}

function About() {
  return (
    <>
      {t(reportsMessages.about)} {t(reportsMessages.privacy)}{' '}
      <RichText
        message={reportsMessages.rules}
        elements={{ link: <PageLink to={paths.rules} /> }}
      />
    </>
  )
}

/** @param until null: until a moderator lifts it */
function SuspensionNotice({ until }: { until: string | null }) {
  return (
    <Card bg="accentSubtle" borderColor="transparent">
      <chakra.p textStyle="name">
        {t(
          until
            ? reportsMessages.suspendedUntil(fullDateTime(new Date(until)))
            : reportsMessages.suspended,
        )}
      </chakra.p>
      <chakra.p textStyle="body">{t(reportsMessages.suspendedAbout)}</chakra.p>
    </Card>
  )
}
