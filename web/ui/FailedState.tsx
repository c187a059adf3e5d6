import { useState } from 'react'
import { t } from '../lib/i18n.ts'
import { useFailureText } from '../lib/refusal.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { FailedDrawing } from './drawings/FailedDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'

interface FailedStateProps {
  title: string
  /** The reason of a refusal is shown instead of the title. */
  error?: unknown
  onRetry: () => Promise<unknown>
}

/** Shown when content fails to load: what happened, and a retry button. */
export function FailedState({ title, error, onRetry }: FailedStateProps) {
  const text = useFailureText(error, title)
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await onRetry().catch(() => {})
    setRetrying(false)
  }
  return (
    <EmptyState drawing={<FailedDrawing />} title={text}>
      <Button variant="outline" aria-busy={isRetrying} onClick={isRetrying ? undefined : retry}>
        {t(uiMessages.tryAgain)}
      </Button>
    </EmptyState>
  )
}
