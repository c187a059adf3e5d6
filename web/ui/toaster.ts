import { createToaster } from '@chakra-ui/react'

/** One toast at a time. With `max` a second one waits, so `showToast` dismisses the first; it is gone after `removeDelay`. */
export const toaster = createToaster({ placement: 'bottom-end', max: 1, duration: 5000, removeDelay: 180, pauseOnPageIdle: true })
