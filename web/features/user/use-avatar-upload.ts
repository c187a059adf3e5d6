import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../lib/http-error.ts'
import { showToast } from '../../ui/toast.ts'
import { problemWithPicture } from '../media/picture-file.ts'
import { uploadPicture } from '../media/upload-picture.ts'

/**
 * Checks and uploads a picture. Errors are toasts; `progress` is from 0 to 1, or null when idle.
 */
export function useAvatarUpload(
  onUploaded: (url: string) => void,
  onUploading: (isUploading: boolean) => void,
) {
  const [progress, setProgress] = useState<number | null>(null)
  const controllerRef = useRef<AbortController>(undefined)

  const abort = () => {
    controllerRef.current?.abort()
    onUploading(false)
  }
  const abortOnUnmount = useEffectEvent(abort)
  useEffect(() => () => abortOnUnmount(), [])

  const choose = async (file: File) => {
    const problem = problemWithPicture(file)
    if (problem) return showToast({ kind: 'error', ...problem })
    abort()
    const controller = new AbortController()
    const { signal } = controller
    controllerRef.current = controller
    onUploading(true)
    setProgress(0)
    try {
      const { url } = await uploadPicture(file, { onProgress: setProgress, signal })
      onUploaded(url)
    } catch (error) {
      if (signal.aborted) return
      const { title, description } = messages.pictureFailed
      showToast({ kind: 'error', title, description: messageOf(error, description) })
    }
    setProgress(null)
    onUploading(false)
  }
  return { choose, progress }
}
