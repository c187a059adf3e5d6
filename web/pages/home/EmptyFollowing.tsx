import SuggestedPeople from '../../features/follow/SuggestedPeople.tsx'
import { followsChanged } from '../../features/user/follows-changed.ts'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { followingFeedMessages } from '../../messages/following-feed.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** People to follow, in place of an empty Following feed. It stays while the viewer chooses. */
export default function EmptyFollowing({ onRefresh }: { onRefresh: () => void }) {
  return (
    <>
      <EmptyState
        drawing={<EmptyFeedDrawing />}
        title={t(followingFeedMessages.empty)}
        hint={t(followingFeedMessages.emptyHint)}
      >
        {useStore(followsChanged) && (
          <Button onClick={onRefresh}>{t(followingFeedMessages.refresh)}</Button>
        )}
      </EmptyState>
      <SuggestedPeople />
    </>
  )
}
