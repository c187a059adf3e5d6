import type { ReactNode } from 'react'
import { FailedState } from './FailedState.tsx'
import { Skeleton } from './Skeleton.tsx'

interface LoadFallbackProps {
  /** What failed. */
  title: string
  error: unknown
  onRetry: () => Promise<unknown>
  loading?: ReactNode
}

/** Shown in place of content that is loading or failed to load. */
export function LoadFallback({ loading = <Skeleton h="16" />, ...failure }: LoadFallbackProps) {
  return failure.error ? <FailedState {...failure} /> : loading
}
