import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface ListFallbackProps {
  error: unknown
  onRetry: () => Promise<unknown>
}

/** In place of a list that loads or does not. */
export function ListFallback({ error, onRetry }: ListFallbackProps) {
  if (error)
    return <FailedState title={t(moderationMessages.failed)} error={error} onRetry={onRetry} />
  return <Skeleton h="16" />
}
