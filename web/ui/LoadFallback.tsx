import type { ReactNode } from 'react'
import { FailedState } from './FailedState.tsx'
import type { RetryButtonProps } from './RetryButton.tsx'
import { Skeleton } from './Skeleton.tsx'

interface LoadFallbackProps extends RetryButtonProps {
  /** What failed. */
  title: string
  error: unknown
  loading?: ReactNode
}

/** Shown in place of content that is loading or failed to load. */
export function LoadFallback({ loading = <Skeleton h="16" />, ...failure }: LoadFallbackProps) {
  return failure.error ? <FailedState {...failure} /> : loading
}
