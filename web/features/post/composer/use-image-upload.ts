import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { problemWithPicture } from '../../media/picture-file.ts'
import { uploadPicture } from '../../media/upload-picture.ts'
import type { Draft } from './draft.ts'

interface ImageUploadOptions {
  /** A pasted or dropped picture. */
  droppedFile: File | undefined
  onChange: (change: Partial<Draft>) => void
  onUploading: (isUploading: boolean) => void
}

/** Checks and uploads a picture. Errors are toasts; `progress` is from 0 to 1, or null when idle. */
export function useImageUpload({ droppedFile, onChange, onUploading }: ImageUploadOptions) {
  const [progress, setProgress] = useState<number | null>(null)
  const [localUrl, setLocalUrl] = useState<string | null>(null)
  const controllerRef = useRef<AbortController>(undefined)

  const abort = () => {
    controllerRef.current?.abort()
    onUploading(false)
  }

  const choose = async (file: File) => {
    const problem = problemWithPicture(file)
    if (problem) return showToast({ kind: 'error', ...problem })
    abort()
    const controller = new AbortController()
    const { signal } = controller
    controllerRef.current = controller
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
      showToast({ kind: 'error', title, description: messageOf(error, description) })
    }
    setProgress(null)
    onUploading(false)
  }

  const chooseDropped = useEffectEvent((file: File) => choose(file))
  useEffect(() => {
    if (droppedFile) chooseDropped(droppedFile)
  }, [droppedFile])

  const abortOnUnmount = useEffectEvent(abort)
  useEffect(() => () => abortOnUnmount(), [])

  useEffect(() => () => (localUrl ? URL.revokeObjectURL(localUrl) : undefined), [localUrl])

  return { choose, progress, localUrl }
}
