import { chakra } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { t } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PicturePicker } from '../../media/PicturePicker.tsx'
import { UploadProgress } from '../../media/UploadProgress.tsx'
import type { Upload } from '../../media/upload.ts'
import { ImagePreview } from './ImagePreview.tsx'

interface ImageUploadProps {
  /** The draft's photo; empty without one. */
  imageUrl: string
  /** Whether its upload was interrupted, or runs in another tab. */
  isUploading: boolean
  upload: Upload
}

/** Uploads a photo from this device, with progress and preview. */
export function ImageUpload({ imageUrl, isUploading, upload }: ImageUploadProps) {
  const { progress, localUrl, url } = useStore(upload)
  // Another tab may have chosen another photo since.
  const isLocal = progress !== null || url === imageUrl
  const previewUrl = isLocal && localUrl ? localUrl : imageUrl
  return (
    <>
      {previewUrl ? (
        <ImagePreview url={previewUrl} />
      ) : (
        <PicturePicker
          onChoose={upload.choose}
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
            {t(isUploading ? mediaMessages.uploadUnfinished : mediaMessages.choosePhotoHint)}
          </chakra.span>
        </PicturePicker>
      )}
      <chakra.div mt="2" _empty={{ display: 'none' }}>
        <UploadProgress value={progress} />
      </chakra.div>
    </>
  )
}
