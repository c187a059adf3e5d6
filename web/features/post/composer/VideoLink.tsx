import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { hostOf, kindOfVideo } from '../../../lib/video-link.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'

/** A link to a video: a file gets a preview, a page a hint with its host. */
export function VideoLink({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [failedUrl, setFailedUrl] = useState('')
  const debounced = useDebouncedValue(url)
  const kind =
    url === '' || url !== debounced ? null : failedUrl === url ? 'invalid' : kindOfVideo(url)
  return (
    <>
      <chakra.div pe="12">
        <Field
          label="Video URL"
          error={kind === 'invalid' && messages.videoUrlInvalid}
          hint={kind === 'page' && `Opens on ${hostOf(url)}.`}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              maxLength={limits.linkLength}
              value={url}
              onChange={({ target }) => onChange(target.value.trim())}
            />
          )}
        </Field>
      </chakra.div>
      {kind === 'file' && (
        // biome-ignore lint/a11y/useMediaCaption: captions of a linked video are not ours to provide
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
          aria-label="Preview"
          onError={() => setFailedUrl(url)}
        />
      )}
    </>
  )
}
