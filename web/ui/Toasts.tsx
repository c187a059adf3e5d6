import { chakra, Portal, Toast, Toaster } from '@chakra-ui/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { Icon } from './Icon.tsx'
import { toaster } from './toaster.ts'

/** The region that toasts show in. */
export default function Toasts() {
  return (
    <Portal>
      <Toaster toaster={toaster} aria-label="Notifications">
        {({ title, description, type }) => (
          <Toast.Root>
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
