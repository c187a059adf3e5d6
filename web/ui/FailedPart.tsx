import { chakra, Flex } from '@chakra-ui/react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../lib/i18n.ts'
import { useFailureText } from '../lib/refusal.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { RetryButton, type RetryButtonProps } from './RetryButton.tsx'

interface FailedPartProps extends RetryButtonProps {
  title?: string
  /** The reason of a refusal is shown instead of the title. */
  error?: unknown
}

/** Shown in place of a part of the page that failed to load, or above one that may be stale. */
export function FailedPart({ title = t(uiMessages.failedPart), error, onRetry }: FailedPartProps) {
  const text = useFailureText(error, title)
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap="3" mt="3">
      <chakra.p role="alert" textStyle="body">
        {text}
      </chakra.p>
      <RetryButton onRetry={onRetry} />
    </Flex>
  )
}

interface FailedDialogProps extends RetryButtonProps {
  onClose: () => void
}

/**
 * Shown in place of a dialog or menu that failed to load. The browser's own dialog needs no script.
 */
export function FailedDialog({ onRetry, onClose }: FailedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <chakra.dialog
      ref={dialog}
      aria-label={t(uiMessages.failedPart)}
      onClose={onClose}
      m="auto"
      p="5"
      w="full"
      maxW="main"
      bg="surface"
      color="ink"
      borderRadius="card"
      boxShadow="float"
      _backdrop={{ bg: 'scrim' }}
    >
      <FailedPart onRetry={onRetry} />
      <Button variant="ghost" mt="3" onClick={() => dialog.current?.close()}>
        {t(uiMessages.close)}
      </Button>
    </chakra.dialog>
  )
}
