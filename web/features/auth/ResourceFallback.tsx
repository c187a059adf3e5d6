import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { AccountResource } from './account-request.ts'

interface ResourceFallbackProps {
  resource: AccountResource<unknown>
  failedTitle: string
}

/** What a section shows in place of a resource that is loading or failed to load. */
export function ResourceFallback({
  resource: { data, failed, reload },
  failedTitle,
}: ResourceFallbackProps) {
  if (data !== undefined) return null
  return failed ? <FailedState title={failedTitle} onRetry={reload} /> : <Skeleton h="16" />
}
