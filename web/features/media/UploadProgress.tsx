import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { mediaMessages } from '../../messages/media.ts'

/** @param value from 0 to 1; null without an upload */
export function UploadProgress({ value }: { value: number | null }) {
  if (value === null) return null
  return (
    <chakra.progress
      aria-label={t(mediaMessages.uploading)}
      value={value}
      max={1}
      w="full"
      h="1"
      accentColor="accent"
    />
  )
}
