import { Muted } from '../../ui/Muted.tsx'
import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { appealMessages } from '../../messages/appeals.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
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
  if (edges.length === 0)
    return (
      <Muted>
        {t(appealMessages.none)}
      </Muted>
    )
  return (
    <div>
      <ul aria-label={t(appealMessages.title)}>
        {edges.map(({ node }) => (
          <DecisionRow key={node.id} decision={node} />
        ))}
      </ul>
      <LoadMore
        isHiddenIfShort
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() => onLoadMore(pageInfo.endCursor)}
        texts={appealMessages}
      />
    </div>
  )
}
