import { chakra, createToaster, Portal, Toast, Toaster } from '@chakra-ui/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type PointerEvent, useEffect } from 'react'
import { screens } from '../lib/media-query.ts'
import { Icon } from './Icon.tsx'
import { toastRecipe } from './recipes/toast.ts'
import { connectToasts, type ToastMessage } from './toast.ts'

const onPhone = !window.matchMedia(screens.rail).matches

const toaster = createToaster({
  placement: onPhone ? 'bottom' : 'bottom-end',
  // On a phone above the bottom bar and the compose button's lower edge.
  offsets: { left: '1rem', right: '1rem', top: '1rem', bottom: onPhone ? '4.5rem' : '1rem' },
  max: 1,
  duration: 5000,
  /** Milliseconds that a dismissed toast takes to leave. */
  removeDelay: 180,
  pauseOnPageIdle: true,
})

function show({ title, description, kind }: ToastMessage) {
  // With `max` alone a second toast would wait for the first.
  toaster.remove()
  toaster.create({
    title,
    description,
    type: kind === 'good' ? 'success' : 'error',
    closable: true,
  })
}

/** How far a toast is pushed to send it away, in pixels. */
const SWIPE = 48

function dismissOnSwipe(id: string | undefined) {
  let from = 0
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      from = clientX
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (Math.abs(clientX - from) > SWIPE) toaster.dismiss(id)
    },
  }
}

/** The region that toasts show in. */
export default function Toasts() {
  useEffect(() => {
    let disconnect = () => {}
    // The region listens only once its own start, queued before this, is over.
    const timer = setTimeout(() => {
      disconnect = connectToasts(show)
    })
    return () => {
      clearTimeout(timer)
      disconnect()
      toaster.remove()
    }
  }, [])
  return (
    <Portal>
      <Toaster toaster={toaster} aria-label="Notifications">
        {({ id, title, description, type }) => (
          <Toast.Root recipe={toastRecipe} {...dismissOnSwipe(id)}>
            <chakra.span color={type === 'error' ? 'bad' : 'good'} mt="px">
              <Icon as={type === 'error' ? CircleAlert : CircleCheck} />
            </chakra.span>
            <chakra.div flex="1">
              <Toast.Title>{title}</Toast.Title>
              {description && <Toast.Description>{description}</Toast.Description>}
            </chakra.div>
            <Toast.CloseTrigger aria-label="Close">
              <Icon as={X} />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  )
}
