import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { limits } from '#rules/limits.ts'
import { isWebLink } from '#rules/links.ts'
import { messages } from '#rules/messages.ts'
import { useSettled } from '../../../lib/use-debounced-value.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Preview } from './Preview.tsx'

/** A picture somewhere else, with its preview. */
export function ImageLink({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [failed, setFailed] = useState('')
  const settled = useSettled(url)
  const isSettled = url !== '' && url === settled
  const isInvalid = isSettled && (!isWebLink(url) || failed === url)
  return (
    <>
      <Field label="Image URL" error={isInvalid && messages.imageUrlInvalid}>
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
          <Preview url={url} onFailed={() => setFailed(url)} />
        </chakra.div>
      )}
    </>
  )
}
