import { chakra } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { t } from '../../../lib/i18n.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PicturePicker } from '../../media/PicturePicker.tsx'
import { UploadProgress } from '../../media/UploadProgress.tsx'
import { useUpload } from '../../media/use-upload.ts'
import type { Draft } from './draft.ts'
import { ImagePreview } from './ImagePreview.tsx'

interface ImageUploadProps {
  draft: Draft
  droppedFile: File | undefined
  onChange: (change: Partial<Draft>) => void
  onUploading: (isUploading: boolean) => void
}

/** Uploads a photo from this device, with progress and preview. */
export function ImageUpload({ draft, droppedFile, onChange, onUploading }: ImageUploadProps) {
  const { choose, progress, localUrl } = useUpload({
    droppedFile,
    onUploaded: ({ url, ...upload }) => onChange({ imageUrl: url, upload }),
    onUploading,
  })
  const previewUrl = localUrl ?? draft.imageUrl
  return (
    <>
      {previewUrl ? (
        <ImagePreview url={previewUrl} />
      ) : (
        <PicturePicker
          onChoose={choose}
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
        >
          <Icon as={ImageUp} size="6" />
          <chakra.span textStyle="name">{t(mediaMessages.choosePhoto)}</chakra.span>
          <chakra.span textStyle="meta" color="muted">
            {t(mediaMessages.choosePhotoHint)}
          </chakra.span>
        </PicturePicker>
      )}
      <chakra.div mt="2" _empty={{ display: 'none' }}>
        <UploadProgress value={progress} />
      </chakra.div>
    </>
  )
}
