import type { UploadedPicture } from '#rules/upload-api.ts'
import { t } from '../../lib/i18n.ts'
import { createStore, inMemory, type Store } from '../../lib/store.ts'
import { requestMessages } from '../../messages/request.ts'
import { showToast } from '../../ui/toast.ts'
import { problemWithPicture } from './picture-file.ts'

interface UploadState {
  /** From 0 to 1; null when no picture is on its way. */
  progress: number | null
  /** Shows the chosen file. */
  localUrl: string | null
  /** The uploaded picture's. */
  url: string | null
}

/** Uploads one picture at a time, also while no component shows it. Errors are toasts. */
export interface Upload extends Pick<Store<UploadState>, 'get' | 'subscribe'> {
  /** A file that is not suitable leaves the upload before it as it is. */
  choose: (file: File) => Promise<void>
  /** Aborts an upload, and forgets the picture. */
  clear: () => void
}

const idle: UploadState = { progress: null, localUrl: null, url: null }

export function createUpload(onUploaded: (picture: UploadedPicture) => void): Upload {
  const store = createStore(inMemory(idle))
  let controller: AbortController | undefined

  const clear = () => {
    controller?.abort()
    const { localUrl } = store.get()
    if (localUrl) URL.revokeObjectURL(localUrl)
    if (store.get() !== idle) store.set(idle)
  }
  const choose = async (file: File) => {
    const problem = problemWithPicture(file)
    if (problem) return (await loadSending()).refusePicture(problem)
    clear()
    controller = new AbortController()
    const { signal } = controller
    const localUrl = URL.createObjectURL(file)
    const show = (progress: number | null, url: string | null = null) => {
      if (!signal.aborted) store.set({ progress, localUrl, url })
    }
    // Show progress before the script loads, so Share stays disabled.
    show(0)
    const { sendPicture } = await loadSending()
    const picture = await sendPicture(file, { signal, onProgress: (fraction) => show(fraction) })
    if (signal.aborted) return
    if (!picture) return clear()
    onUploaded(picture)
    show(null, picture.url)
  }
  return { get: store.get, subscribe: store.subscribe, choose, clear }
}

const loadSending = () =>
  import('./send-picture.ts').catch(() => ({
    sendPicture: async () => showFailure(),
    refusePicture: () => void showFailure(),
  }))

function showFailure(): null {
  showToast({ kind: 'error', title: t(requestMessages.failed) })
  return null
}
