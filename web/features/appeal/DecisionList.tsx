import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { appealMessages } from '../../messages/appeals.ts'
import { PagedList } from '../../ui/PagedList.tsx'
import {
  type DecisionList_DecisionsFragment,
  useDecisionList_DecisionsFragment,
} from './DecisionList.generated.ts'
import { DecisionRow } from './DecisionRow.tsx'

interface DecisionListProps {
  decisions: FragmentType<DecisionList_DecisionsFragment>
  /** @param after the cursor of the next page */
  onLoadMore: (after: string | null) => Promise<unknown>
}

/** What moderators decided about the viewer, newest first. */
export function DecisionList({ decisions, onLoadMore }: DecisionListProps) {
  const { edges, pageInfo } = useDecisionList_DecisionsFragment(decisions)
  return (
    <PagedList
      label={t(appealMessages.title)}
      pageInfo={pageInfo}
      onLoadMore={onLoadMore}
      texts={appealMessages}
      none={t(appealMessages.none)}
    >
      {edges.map(({ node }) => (
        <DecisionRow key={node.id} decision={node} />
      ))}
    </PagedList>
  )
}
