import SuggestedPeople from '../../features/follow/SuggestedPeople.tsx'
import { followsChanged } from '../../features/user/follows-changed.ts'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { useOnce } from '../../lib/use-once.ts'
import { followingFeedMessages } from '../../messages/following-feed.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** People to follow, in place of an empty Following feed. It stays while the viewer chooses. */
export default function EmptyFollowing({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const { isBusy, runOnce } = useOnce()
  return (
    <>
      <EmptyState
        drawing={<EmptyFeedDrawing />}
        title={t(followingFeedMessages.empty)}
        hint={t(followingFeedMessages.emptyHint)}
      >
        {useStore(followsChanged) && (
          <Button aria-busy={isBusy} onClick={() => runOnce(onRefresh)}>
            {t(followingFeedMessages.refresh)}
          </Button>
        )}
      </EmptyState>
      <SuggestedPeople />
    </>
  )
}
