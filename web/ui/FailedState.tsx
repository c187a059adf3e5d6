import { useState } from 'react'
import { Button } from './Button.tsx'
import { FailedDrawing } from './drawings/FailedDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'

/** What stands where something could not be loaded: what happened, and another try. */
export function FailedState({
  title,
  onRetry,
}: {
  title: string
  onRetry: () => Promise<unknown>
}) {
  const [trying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await onRetry().catch(() => {})
    setTrying(false)
  }
  return (
    <EmptyState drawing={<FailedDrawing />} title={title}>
      <Button variant="outline" aria-busy={trying} onClick={trying ? undefined : retry}>
        Try again
      </Button>
    </EmptyState>
  )
}
