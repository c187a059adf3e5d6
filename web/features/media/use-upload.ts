import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedPicture } from '#rules/upload-api.ts'
import { useStore } from '../../lib/store.ts'
import { createUpload } from './upload.ts'

interface UploadOptions {
  onUploaded: (picture: UploadedPicture) => void
  onUploading: (isUploading: boolean) => void
}

/** An upload that ends with its component. `progress` is from 0 to 1, or null when idle. */
export function useUpload({ onUploaded, onUploading }: UploadOptions) {
  const handler = useRef(onUploaded)
  const [upload] = useState(() => createUpload((picture) => handler.current(picture)))
  const { progress } = useStore(upload)
  const isUploading = progress !== null
  const tellUploading = useEffectEvent(onUploading)
  useEffect(() => {
    handler.current = onUploaded
  })
  useEffect(() => tellUploading(isUploading), [isUploading])
  useEffect(
    () => () => {
      upload.clear()
      tellUploading(false)
    },
    [upload],
  )
  return { choose: upload.choose, clear: upload.clear, progress }
}
