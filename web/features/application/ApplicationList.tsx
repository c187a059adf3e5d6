import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import {
  type ApplicationList_ApplicationsFragment,
  useApplicationList_ApplicationsFragment,
} from './ApplicationList.generated.ts'
import { ApplicationRow } from './ApplicationRow.tsx'

interface ApplicationListProps {
  applications: FragmentType<ApplicationList_ApplicationsFragment>
  fetchMore: FetchMore
  /** Loads the list again. */
  refetch: () => Promise<unknown>
}

/** The sign-ups that wait for a decision, oldest first. */
export function ApplicationList({ applications, fetchMore, refetch }: ApplicationListProps) {
  const { edges, pageInfo } = useApplicationList_ApplicationsFragment(applications)
  if (edges.length === 0)
    return (
      <EmptyState
        drawing={<EmptyFeedDrawing />}
        title={t(applicationMessages.none)}
        hint={t(applicationMessages.noneHint)}
      />
    )
  return (
    <div>
      <List>
        <ul aria-label={t(applicationMessages.list)}>
          {edges.map(({ node }) => (
            <ApplicationRow
              key={node.id}
              application={node}
              onDecided={() => void refetch().catch(() => {})}
            />
          ))}
        </ul>
      </List>
      <LoadMore
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() =>
          fetchMore({ variables: { first: limits.pageSize.default, after: pageInfo.endCursor } })
        }
        texts={applicationMessages}
      />
    </div>
  )
}

const List = chakra(Card, { base: { p: '0' } })
