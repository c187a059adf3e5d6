import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { t } from '../../lib/i18n.ts'
import { feedPageMessages } from '../../messages/feed-page.ts'
import { FailedState } from '../../ui/FailedState.tsx'

/** Shown in place of a list that is loading or failed to load. */
export function FeedFallback({
  isFailed,
  error,
  onRetry,
}: {
  isFailed: boolean
  error?: unknown
  onRetry: () => Promise<unknown>
}) {
  return isFailed ? (
    <FailedState title={t(feedPageMessages.failed)} error={error} onRetry={onRetry} />
  ) : (
    <PostSkeletons />
  )
}
