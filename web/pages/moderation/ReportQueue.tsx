import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Decided } from '../../features/moderation/DecisionForm.tsx'
import { LastDecision } from '../../features/moderation/LastDecision.tsx'
import { ReportList } from '../../features/moderation/ReportList.tsx'
import { screens, useMediaQuery } from '../../lib/media-query.ts'
import type { ModerationQueueQuery, useModerationQueueQuery } from './Moderation.generated.ts'
import { QueueFilters } from './QueueFilters.tsx'
import { type Filter, filters, queuePath } from './queue-url.ts'
import { Report } from './Report.tsx'
import {
  type ReportQueue_ReportsFragment,
  useReportQueue_ReportsFragment,
} from './ReportQueue.generated.ts'
import { useFreeReports } from './use-free-reports.ts'

interface ReportQueueProps
  extends Pick<ReturnType<typeof useModerationQueueQuery>, 'refetch' | 'fetchMore'> {
  filter: Filter
  selectedId: string | null
  rules: ModerationQueueQuery['rules']
  reports: FragmentType<ReportQueue_ReportsFragment>
}

/** The queue, and the report that is open. */
export function ReportQueue({ filter, selectedId, rules, ...props }: ReportQueueProps) {
  const { refetch, fetchMore } = props
  const isWide = useMediaQuery(screens.wide)
  const list = useReportQueue_ReportsFragment(props.reports)
  const { reports, firstFree, after } = useFreeReports(list, filters[filter])
  const [last, setLast] = useState<Decided['report'] | null>(null)
  const [hasMoved, setMoved] = useState(false)
  const navigate = useNavigate()
  const go = (id: string | undefined) => navigate(queuePath(filter, id), { replace: true })
  const show = (id: string | undefined) => {
    setMoved(true)
    go(id)
  }
  useFirstReport(isWide && selectedId === null ? firstFree : undefined, go)
  const index = reports.findIndex(({ id }) => id === selectedId)
  const neighbour = (step: 1 | -1) => {
    const id = index < 0 && step < 0 ? undefined : reports[index + step]?.id
    return id === undefined ? undefined : () => show(id)
  }
  const handleDecided = ({ report, closedIds }: Decided) => {
    setLast(report)
    const next = after(selectedId, closedIds)
    show(next)
    if (next === undefined) void refetch().catch(() => {})
  }
  const isOpen = selectedId !== null
  return (
    <Columns>
      {/* Only a list that is mounted again returns to its place. */}
      {(isWide || !isOpen) && (
        <chakra.div minW="0">
          <QueueFilters current={filter} />
          <ReportList
            {...{ reports, filter, selectedId, fetchMore }}
            pageInfo={list.pageInfo}
            pathOf={(id) => queuePath(filter, id)}
          />
        </chakra.div>
      )}
      <View display={{ base: isOpen ? 'flex' : 'none', xl: 'flex' }}>
        <LastDecision report={last} onTakenBack={refetch} />
        {isOpen && (
          <Report
            key={selectedId}
            id={selectedId}
            nextId={reports[index + 1]?.id}
            rules={rules}
            takesFocus={hasMoved || !isWide}
            backTo={queuePath(filter)}
            onDecided={handleDecided}
            onNext={neighbour(1)}
            onPrevious={neighbour(-1)}
          />
        )}
      </View>
    </Columns>
  )
}

/** Opens a report in a wide window, where an empty column would be beside the queue. */
function useFirstReport(id: string | undefined, open: (id: string) => void) {
  const openFirst = useEffectEvent(open)
  useEffect(() => {
    if (id !== undefined) openFirst(id)
  }, [id])
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'minmax(0, 2fr) minmax(0, 5fr)' },
    gap: '6',
    flex: '1',
  },
})

const View = chakra('div', { base: { flexDirection: 'column', gap: '3', minW: '0' } })
