import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'
import { lazyPart } from './lazy-part.tsx'
import { onToastQueued, registerToastRegion, type ToastMessage, toastsBottom } from './toast.ts'

const Toasts = lazyPart(() => import('./Toasts.tsx'), { failed: () => <PlainToasts /> })

/**
 * Mounts the toast region on first interaction. Screen readers announce only regions that exist
 * before their message.
 */
export function LazyToasts() {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    const mountRegion = () => setMounted(true)
    onToastQueued(mountRegion)
    document.addEventListener('pointerdown', mountRegion, { once: true })
    document.addEventListener('keydown', mountRegion, { once: true })
    return () => {
      document.removeEventListener('pointerdown', mountRegion)
      document.removeEventListener('keydown', mountRegion)
    }
  }, [])
  return isMounted && <Toasts />
}

const PLAIN_TOAST_MS = 5000

/** Shows the messages if the code of the toasts fails to load. */
function PlainToasts() {
  const [message, setMessage] = useState<ToastMessage | null>(null)
  useEffect(() => registerToastRegion(setMessage), [])
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(setMessage, PLAIN_TOAST_MS, null)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <chakra.div
      role="region"
      aria-live="polite"
      aria-label={t(uiMessages.toasts)}
      position="fixed"
      insetEnd="4"
      bottom={toastsBottom}
      zIndex="toast"
      px="4"
      py="3"
      bg="ink"
      color="bg"
      borderRadius="card"
      textStyle="control"
      // Screen readers announce only a region that they know already.
      _empty={{ srOnly: true }}
    >
      {message && [message.title, message.description].filter(Boolean).join(' ')}
    </chakra.div>
  )
}
