import { chakra } from '@chakra-ui/react'
import { t } from '../../../lib/i18n.ts'
import { mediaMessages } from '../../../messages/media.ts'

export function ImagePreview({ url, onFailed }: { url: string; onFailed?: () => void }) {
  return (
    <chakra.img
      src={url}
      alt={t(mediaMessages.preview)}
      referrerPolicy="no-referrer"
      w="full"
      h="12rem"
      objectFit="contain"
      borderRadius="control"
      {...(onFailed && { onError: onFailed })}
    />
  )
}
