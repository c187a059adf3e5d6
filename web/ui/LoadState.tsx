import type { ReactNode } from 'react'
import { FailedPart } from './FailedPart.tsx'
import { FailedState } from './FailedState.tsx'
import type { RetryButtonProps } from './RetryButton.tsx'
import { Skeleton } from './Skeleton.tsx'

interface LoadStateProps extends RetryButtonProps {
  /** What failed. */
  title: string
  error: unknown
  /** In place of what has not loaded yet. */
  loading?: ReactNode
  /** Whether the content is shown below: then a failed reload is all that there is to say. */
  hasData?: boolean
}

/** In place of content that is loading or failed to load, or above content that may be stale. */
export function LoadState({ loading = <Skeleton h="16" />, hasData, ...failure }: LoadStateProps) {
  if (hasData) return failure.error ? <FailedPart {...failure} /> : null
  return failure.error ? <FailedState {...failure} /> : loading
}
