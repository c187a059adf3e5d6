export interface ToastMessage {
  title: string
  description?: string | undefined
  kind: 'success' | 'error'
}

/** Where toasts end: on a phone above the bottom bar. */
export const toastsBottom = {
  base: 'calc({sizes.bar} + {spacing.4} + env(safe-area-inset-bottom))',
  md: '{spacing.4}',
}

type Show = (message: ToastMessage) => void

let showInRegion: Show | undefined
let queued: ToastMessage | undefined
let mountRegion = () => {}

/** Shows a toast in place of the current one. Until the region is mounted, the newest is queued. */
export function showToast(message: ToastMessage) {
  if (showInRegion) return showInRegion(message)
  queued = message
  mountRegion()
}

/** @returns a function that unregisters the region */
export function registerToastRegion(show: Show): () => void {
  showInRegion = show
  if (queued) show(queued)
  queued = undefined
  return () => {
    showInRegion = undefined
  }
}

/** Registers what mounts the region when a toast is queued. */
export function onToastQueued(mount: () => void) {
  mountRegion = mount
}
