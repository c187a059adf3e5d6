import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { isWebLink } from '#rules/links.ts'
import { messages } from '#rules/messages.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ImagePreview } from './ImagePreview.tsx'

/** A link to a photo on another site, with a preview. */
export function ImageLink({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [failedUrl, setFailedUrl] = useState('')
  const debounced = useDebouncedValue(url)
  const isSettled = url !== '' && url === debounced
  const isInvalid = isSettled && (!isWebLink(url) || failedUrl === url)
  return (
    <>
      <Field label="Photo URL" error={isInvalid && messages.imageUrlInvalid}>
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
      {isSettled && !isInvalid && (
        <chakra.div mt="3">
          <ImagePreview url={url} onFailed={() => setFailedUrl(url)} />
        </chakra.div>
      )}
    </>
  )
}
