import { chakra, createToaster, Portal, Toast, Toaster } from '@chakra-ui/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type PointerEvent, useEffect, useRef } from 'react'
import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'
import { Icon } from './Icon.tsx'
import { PageLocale } from './PageLocale.tsx'
import { toastRecipe } from './recipes/toast.ts'
import { registerToastRegion, type ToastMessage, toastsBottom } from './toast.ts'

const toaster = createToaster({
  // In the middle of a phone, as wide as it is.
  placement: 'bottom-end',
  offsets: { left: '1rem', right: '1rem', top: '1rem', bottom: 'var(--toasts-bottom)' },
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

function useDismissOnSwipe(id: string | undefined) {
  const startX = useRef(0)
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      startX.current = clientX
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (Math.abs(clientX - startX.current) > SWIPE_THRESHOLD_PX) toaster.dismiss(id)
    },
  }
}

type ToastCardProps = Parameters<ComponentProps<typeof Toaster>['children']>[0]

function ToastCard({ id, title, description, type }: ToastCardProps) {
  return (
    <Toast.Root recipe={toastRecipe} {...useDismissOnSwipe(id)}>
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
  )
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
        <Toaster
          toaster={toaster}
          aria-label={t(uiMessages.toasts)}
          css={{ '--toasts-bottom': toastsBottom }}
        >
          {(toast) => <ToastCard {...toast} />}
        </Toaster>
      </PageLocale>
    </Portal>
  )
}
