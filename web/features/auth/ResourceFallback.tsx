import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { AccountResource } from './account-request.ts'

interface ResourceFallbackProps {
  resource: AccountResource<unknown>
  failedTitle: string
}

/** What a section shows in place of a resource that is loading or failed to load. */
export function ResourceFallback({
  resource: { data, error, reload },
  failedTitle,
}: ResourceFallbackProps) {
  if (data !== undefined) return null
  if (error) return <FailedState title={failedTitle} error={error} onRetry={reload} />
  return <Skeleton h="16" />
}
