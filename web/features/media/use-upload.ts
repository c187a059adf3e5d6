import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedPicture } from '#rules/upload-api.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { SIGN_IN_FIRST, signInOffer } from '../../lib/sign-in-offer.ts'
import { mediaMessages } from '../../messages/media.ts'
import { reasonMessages } from '../../messages/reasons.ts'
import { showToast } from '../../ui/toast.ts'
import { problemWithPicture } from './picture-file.ts'
import { uploadPicture } from './upload-picture.ts'

interface UploadOptions {
  /** A pasted or dropped picture, which is uploaded at once. */
  droppedFile?: File | undefined
  onUploaded: (picture: UploadedPicture) => void
  onUploading: (isUploading: boolean) => void
}

/**
 * Checks and uploads a picture; choosing another one aborts the first. Errors are toasts.
 * `progress` is from 0 to 1, or null when idle; `localUrl` shows the chosen file.
 */
export function useUpload({ droppedFile, onUploaded, onUploading }: UploadOptions) {
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
      onUploaded(await uploadPicture(file, { onProgress: setProgress, signal }))
    } catch (error) {
      if (signal.aborted) return
      setLocalUrl(null)
      if (error instanceof ApiError && error.code === SIGN_IN_FIRST) signInOffer.set(true)
      else
        showToast({
          kind: 'error',
          title: t(mediaMessages.uploadFailed),
          description: messageOf(error, t(reasonMessages.PICTURE_UNREADABLE)),
        })
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
