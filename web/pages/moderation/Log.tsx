import { chakra } from '@chakra-ui/react'
import { EntryList } from '../../features/moderation/EntryList.tsx'
import { LogEntry } from '../../features/moderation/LogEntry.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { useModerationLogQuery } from './Log.generated.ts'

/** Everything that moderators did, newest first. */
export function Log() {
  const { data, error, refetch, fetchMore } = useModerationLogQuery(useListFetchPolicy())
  const state = (
    <LoadState
      title={t(moderationMessages.failed)}
      error={error}
      onRetry={refetch}
      hasData={Boolean(data?.moderationLog)}
    />
  )
  if (!data?.moderationLog) return state
  const { edges, pageInfo } = data.moderationLog
  if (edges.length === 0)
    return <EmptyState drawing={<EmptyFeedDrawing />} title={t(moderationMessages.noLog)} />
  return (
    <div>
      {state}
      <Muted mb="3">{t(moderationMessages.logAbout)}</Muted>
      <EntryList
        name="log"
        entries={edges.map(({ node }) => node)}
        pageInfo={pageInfo}
        fetchMore={fetchMore}
      >
        {(entries) => (
          <Entries>
            <ul aria-label={t(moderationMessages.logList)}>
              {entries.map((entry) => (
                <LogEntry key={entry.id} event={entry} onTakenBack={refetch} />
              ))}
            </ul>
          </Entries>
        )}
      </EntryList>
    </div>
  )
}

const Entries = chakra(Card, { base: { p: '0' } })
