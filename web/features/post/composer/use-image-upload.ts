import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { problemWithPicture } from '../../media/picture-file.ts'
import { uploadPicture } from '../../media/upload-picture.ts'
import type { Draft } from './draft.ts'

interface ImageUploadOptions {
  /** A picture that was pasted or dropped. */
  given: File | undefined
  onChange: (change: Partial<Draft>) => void
  onUploading: (isUploading: boolean) => void
}

/** Checks and sends a picture of this device; what went wrong is told in a toast. */
export function useImageUpload({ given, onChange, onUploading }: ImageUploadOptions) {
  const [progress, setProgress] = useState<number | null>(null)
  const [localUrl, setLocalUrl] = useState<string | null>(null)
  const current = useRef<AbortController>(undefined)

  const stop = () => {
    current.current?.abort()
    onUploading(false)
  }

  const choose = async (file: File) => {
    const problem = problemWithPicture(file)
    if (problem) return showToast({ kind: 'bad', ...problem })
    stop()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    onUploading(true)
    setProgress(0)
    setLocalUrl(URL.createObjectURL(file))
    try {
      const { url, ...upload } = await uploadPicture(file, { onProgress: setProgress, signal })
      onChange({ imageUrl: url, upload })
    } catch (error) {
      if (signal.aborted) return
      setLocalUrl(null)
      const { title, description } = messages.pictureFailed
      showToast({ kind: 'bad', title, description: messageOf(error, description) })
    }
    setProgress(null)
    onUploading(false)
  }

  const chooseGiven = useEffectEvent((file: File) => choose(file))
  useEffect(() => {
    if (given) chooseGiven(given)
  }, [given])

  const stopAtEnd = useEffectEvent(stop)
  useEffect(() => () => stopAtEnd(), [])

  useEffect(() => () => (localUrl ? URL.revokeObjectURL(localUrl) : undefined), [localUrl])

  return { choose, progress, localUrl }
}
