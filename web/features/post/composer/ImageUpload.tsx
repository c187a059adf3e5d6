import { chakra } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { Icon } from '../../../ui/Icon.tsx'
import type { Draft } from './draft.ts'
import { Preview } from './Preview.tsx'
import { useImageUpload } from './use-image-upload.ts'

interface ImageUploadProps {
  draft: Draft
  given: File | undefined
  onChange: (change: Partial<Draft>) => void
  onUploading: (isUploading: boolean) => void
}

/** A picture from this device: chosen, sent with its progress, shown. */
export function ImageUpload({ draft, given, onChange, onUploading }: ImageUploadProps) {
  const { choose, progress, localUrl } = useImageUpload({ given, onChange, onUploading })
  const shown = localUrl ?? draft.imageUrl
  return (
    <>
      {shown ? (
        <Preview url={shown} />
      ) : (
        <chakra.label
          display="flex"
          flexDirection="column"
          alignItems="center"
          gap="2"
          p="6"
          textAlign="center"
          borderWidth="1px"
          borderStyle="dashed"
          borderColor="controlBorder"
          borderRadius="control"
          cursor="pointer"
          transition="background-color"
          transitionDuration="feedback"
          _hover={{ bg: 'surface' }}
          _focusWithin={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' }}
        >
          <Icon as={ImageUp} size="6" />
          <chakra.span textStyle="name">Choose a picture</chakra.span>
          <chakra.span textStyle="meta" color="muted">
            Or drop or paste one here. Up to 5 MB.
          </chakra.span>
          <chakra.input
            type="file"
            accept="image/*"
            srOnly
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) choose(file)
            }}
          />
        </chakra.label>
      )}
      {progress !== null && (
        <chakra.progress
          aria-label="Uploading the picture"
          value={progress}
          max={1}
          w="full"
          h="1"
          mt="2"
          accentColor="accent"
        />
      )}
    </>
  )
}
