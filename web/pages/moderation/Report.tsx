import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { ReportView } from '../../features/moderation/ReportView.tsx'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useModeratedReportQuery } from './Moderation.generated.ts'

interface ReportProps extends Omit<ComponentProps<typeof ReportView>, 'report' | 'refetch'> {
  id: string
  /** Loaded already, so that the next one shows at once. */
  nextId: string | undefined
  backTo: string
}

/** One report. A narrow window has a link back to the queue. */
export function Report({ id, nextId, backTo, ...view }: ReportProps) {
  const { data, error, refetch } = useModeratedReportQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  useModeratedReportQuery({ variables: { id: nextId ?? '' }, skip: nextId === undefined })
  const report = data?.node?.__typename === 'Report' ? data.node : null
  return (
    <>
      <Button asChild variant="ghost" alignSelf="flex-start" px="3" display={{ xl: 'none' }}>
        <Link to={backTo}>
          <Icon as={ArrowLeft} isDirectional />
          {t(moderationMessages.back)}
        </Link>
      </Button>
      {report && <ReportView {...view} report={report} refetch={refetch} />}
      {!report && (error || data) && (
        <FailedState title={t(moderationMessages.reportFailed)} error={error} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton h="16" />}
    </>
  )
}
