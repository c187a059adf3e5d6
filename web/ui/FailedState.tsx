import { useFailureText } from '../lib/refusal.ts'
import { FailedDrawing } from './drawings/FailedDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'
import { RetryButton, type RetryButtonProps } from './RetryButton.tsx'

interface FailedStateProps extends RetryButtonProps {
  title: string
  /** The reason of a refusal is shown instead of the title. */
  error?: unknown
}

/** Shown when content fails to load: what happened, and a retry button. */
export function FailedState({ title, error, onRetry }: FailedStateProps) {
  const text = useFailureText(error, title)
  return (
    <EmptyState drawing={<FailedDrawing />} title={text}>
      <RetryButton onRetry={onRetry} />
    </EmptyState>
  )
}
