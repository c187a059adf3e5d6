import { chakra, createToaster, Portal, Toast, Toaster } from '@chakra-ui/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type PointerEvent, useEffect } from 'react'
import { t } from '../lib/i18n.ts'
import { screens } from '../lib/media-query.ts'
import { uiMessages } from '../messages/ui.ts'
import { Icon } from './Icon.tsx'
import { PageLocale } from './PageLocale.tsx'
import { toastRecipe } from './recipes/toast.ts'
import { registerToastRegion, type ToastMessage } from './toast.ts'

const isPhone = !window.matchMedia(screens.rail).matches

const toaster = createToaster({
  placement: isPhone ? 'bottom' : 'bottom-end',
  // On a phone, stay above the bottom bar.
  offsets: { left: '1rem', right: '1rem', top: '1rem', bottom: isPhone ? '4.5rem' : '1rem' },
  max: 1,
  duration: 5000,
  /** Milliseconds; the length of the exit animation. */
  removeDelay: 180,
  pauseOnPageIdle: true,
})

function show({ title, description, kind }: ToastMessage) {
  // With `max` alone, a second toast would be queued behind the first.
  toaster.remove()
  toaster.create({
    title,
    description,
    type: kind === 'success' ? 'success' : 'error',
    closable: true,
  })
}

const SWIPE_THRESHOLD_PX = 48

function dismissOnSwipe(id: string | undefined) {
  let startX = 0
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      startX = clientX
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (Math.abs(clientX - startX) > SWIPE_THRESHOLD_PX) toaster.dismiss(id)
    },
  }
}

export default function Toasts() {
  useEffect(() => {
    let disconnect = () => {}
    // The toaster subscribes in its own queued start; register after it.
    const timer = setTimeout(() => {
      disconnect = registerToastRegion(show)
    })
    return () => {
      clearTimeout(timer)
      disconnect()
      toaster.remove()
    }
  }, [])
  return (
    <Portal>
      <PageLocale>
        <Toaster toaster={toaster} aria-label={t(uiMessages.toasts)}>
          {({ id, title, description, type }) => (
            <Toast.Root recipe={toastRecipe} {...dismissOnSwipe(id)}>
              <chakra.span color={type === 'error' ? 'bad' : 'good'} mt="px">
                <Icon as={type === 'error' ? CircleAlert : CircleCheck} />
              </chakra.span>
              <chakra.div flex="1">
                <Toast.Title>{title}</Toast.Title>
                {description && <Toast.Description>{description}</Toast.Description>}
              </chakra.div>
              <Toast.CloseTrigger aria-label={t(uiMessages.close)}>
                <Icon as={X} />
              </Toast.CloseTrigger>
            </Toast.Root>
          )}
        </Toaster>
      </PageLocale>
    </Portal>
  )
}
