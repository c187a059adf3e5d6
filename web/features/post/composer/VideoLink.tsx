import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { hostOf, kindOfVideo } from '../../../lib/video-link.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { reasonMessages } from '../../../messages/reasons.ts'
import { LinkField } from '../../media/LinkField.tsx'

/** A link to a video: a file gets a preview, a page a hint with its host. */
export function VideoLink({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [failedUrl, setFailedUrl] = useState('')
  const debounced = useDebouncedValue(url)
  const kind =
    url === '' || url !== debounced ? null : failedUrl === url ? 'invalid' : kindOfVideo(url)
  return (
    <>
      <chakra.div pe="12">
        <LinkField
          label={t(mediaMessages.videoUrl)}
          error={kind === 'invalid' && t(reasonMessages.VIDEO_URL_INVALID)}
          hint={kind === 'page' && t(mediaMessages.opensOn(hostOf(url)))}
          value={url}
          onChange={onChange}
        />
      </chakra.div>
      {kind === 'file' && (
        // biome-ignore lint/a11y/useMediaCaption: there are none of linked videos
        <chakra.video
          key={url}
          src={url}
          controls
          preload="metadata"
          w="full"
          h="12rem"
          mt="3"
          bg="surface"
          borderRadius="control"
          aria-label={t(mediaMessages.preview)}
          onError={() => setFailedUrl(url)}
        />
      )}
    </>
  )
}
