export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `bad` is the destructive kind. */
  kind: 'good' | 'bad'
}

type Show = (message: ToastMessage) => void

let region: Show | undefined
let waiting: ToastMessage | undefined
let bringUp = () => {}

/** Shows a toast in place of the one that stands. Until the region is there, the newest waits for it. */
export function showToast(message: ToastMessage) {
  if (region) return region(message)
  waiting = message
  bringUp()
}

/** Called by the region when it stands. */
export function connectToasts(show: Show): () => void {
  region = show
  if (waiting) show(waiting)
  waiting = undefined
  return () => {
    region = undefined
  }
}

/** What to do when a toast waits and there is no region yet. */
export function onToastWaiting(action: () => void) {
  bringUp = action
}
