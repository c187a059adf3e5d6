import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../lib/http-error.ts'
import { showToast } from '../../ui/toast.ts'
import { problemWithPicture } from '../media/picture-file.ts'
import { uploadPicture } from '../media/upload-picture.ts'

/**
 * Checks and sends a picture of this device, and gives its address; what went wrong is told in a toast.
 * `progress` is from 0 to 1, null while nothing is sent.
 */
export function useAvatarUpload(
  onUploaded: (url: string) => void,
  onUploading: (isUploading: boolean) => void,
) {
  const [progress, setProgress] = useState<number | null>(null)
  const current = useRef<AbortController>(undefined)

  const stop = () => {
    current.current?.abort()
    onUploading(false)
  }
  const stopAtEnd = useEffectEvent(stop)
  useEffect(() => () => stopAtEnd(), [])

  const choose = async (file: File) => {
    const problem = problemWithPicture(file)
    if (problem) return showToast({ kind: 'bad', ...problem })
    stop()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    onUploading(true)
    setProgress(0)
    try {
      const { url } = await uploadPicture(file, { onProgress: setProgress, signal })
      onUploaded(url)
    } catch (error) {
      if (signal.aborted) return
      const { title, description } = messages.pictureFailed
      showToast({ kind: 'bad', title, description: messageOf(error, description) })
    }
    setProgress(null)
    onUploading(false)
  }
  return { choose, progress }
}
