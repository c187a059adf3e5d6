import { chakra } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { Icon } from '../../../ui/Icon.tsx'
import type { Draft } from './draft.ts'
import { ImagePreview } from './ImagePreview.tsx'
import { useImageUpload } from './use-image-upload.ts'

interface ImageUploadProps {
  draft: Draft
  droppedFile: File | undefined
  onChange: (change: Partial<Draft>) => void
  onUploading: (isUploading: boolean) => void
}

/** Uploads a photo from this device, with progress and preview. */
export function ImageUpload({ draft, droppedFile, onChange, onUploading }: ImageUploadProps) {
  const { choose, progress, localUrl } = useImageUpload({ droppedFile, onChange, onUploading })
  const previewUrl = localUrl ?? draft.imageUrl
  return (
    <>
      {previewUrl ? (
        <ImagePreview url={previewUrl} />
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
          <chakra.span textStyle="name">Choose a photo</chakra.span>
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
          aria-label="Uploading the photo"
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
