import { useState } from 'react'
import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { FailedDrawing } from './drawings/FailedDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Shown when content fails to load: what happened, and a retry button. */
export function FailedState({
  title,
  onRetry,
}: {
  title: string
  onRetry: () => Promise<unknown>
}) {
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await onRetry().catch(() => {})
    setRetrying(false)
  }
  return (
    <EmptyState drawing={<FailedDrawing />} title={title}>
      <Button variant="outline" aria-busy={isRetrying} onClick={isRetrying ? undefined : retry}>
        {t(uiMessages.tryAgain)}
      </Button>
    </EmptyState>
  )
}
