import { t } from '../lib/i18n.ts'
import { useOnce } from '../lib/use-once.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'

export interface RetryButtonProps {
  /** Rejects on failure. */
  onRetry: () => Promise<unknown>
}

export function RetryButton({ onRetry }: RetryButtonProps) {
  const { isBusy, runOnce } = useOnce()
  const retry = () => runOnce(() => onRetry().catch(() => {}))
  return (
    <Button variant="outline" aria-busy={isBusy} onClick={retry}>
      {t(uiMessages.tryAgain)}
    </Button>
  )
}
