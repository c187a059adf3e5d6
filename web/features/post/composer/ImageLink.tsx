import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { isWebLink } from '#rules/links.ts'
import { t } from '../../../lib/i18n.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { reasonMessages } from '../../../messages/reasons.ts'
import { LinkField } from '../../media/LinkField.tsx'
import { ImagePreview } from './ImagePreview.tsx'

/** A link to a photo on another site, with a preview. */
export function ImageLink({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [failedUrl, setFailedUrl] = useState('')
  const debounced = useDebouncedValue(url)
  const isSettled = url !== '' && url === debounced
  const isInvalid = isSettled && (!isWebLink(url) || failedUrl === url)
  return (
    <>
      <LinkField
        label={t(mediaMessages.photoUrl)}
        error={isInvalid && t(reasonMessages.IMAGE_URL_INVALID)}
        value={url}
        onChange={onChange}
      />
      {isSettled && !isInvalid && (
        <chakra.div mt="3">
          <ImagePreview url={url} onFailed={() => setFailedUrl(url)} />
        </chakra.div>
      )}
    </>
  )
}
