import { chakra } from '@chakra-ui/react'
import { paths } from '#rules/paths.ts'
import { SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { OwnReportSummary } from '../../features/report/OwnReportSummary.tsx'
import { t } from '../../lib/i18n.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useSettingsReportsQuery } from './SettingsReports.generated.ts'

/** As many as the query asks for. */
const NEWEST = 3

/** The viewer's newest reports, and the way to all of them. */
export function ReportsSection() {
  const { data, error, refetch } = useSettingsReportsQuery({ fetchPolicy: 'cache-and-network' })
  // The cache may have the longer list of the page.
  const edges = data?.viewer?.reports?.edges.slice(0, NEWEST)
  return (
    <SettingsSection
      id="reports"
      title={t(reportsMessages.settingsTitle)}
      about={t(reportsMessages.settingsAbout)}
    >
      {edges ? (
        edges.length > 0 ? (
          <ul aria-label={t(reportsMessages.yours)}>
            {edges.map(({ node }) => (
              <Row key={node.id}>
                <OwnReportSummary report={node} />
              </Row>
            ))}
          </ul>
        ) : (
          <Muted>{t(reportsMessages.none)}</Muted>
        )
      ) : (
        <LoadState title={t(reportsMessages.failed)} error={error} onRetry={refetch} />
      )}
      <PageLink to={paths.reports} alignSelf="flex-start">
        {t(reportsMessages.all)}
      </PageLink>
    </SettingsSection>
  )
}

const Row = chakra('li', {
  base: { py: '3', borderTopWidth: '1px', _first: { borderTopWidth: '0', pt: '0' } },
})
