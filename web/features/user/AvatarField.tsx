import { Flex, Stack } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { useState } from 'react'
import { isUploadPath, isWebLink } from '#rules/links.ts'
import { useBlockedDialog } from '../../lib/form-dialog.ts'
import { t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { mediaMessages } from '../../messages/media.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkField } from '../media/LinkField.tsx'
import { PicturePicker } from '../media/PicturePicker.tsx'
import { UploadProgress } from '../media/UploadProgress.tsx'
import { useUpload } from '../media/use-upload.ts'

interface AvatarFieldProps extends FieldProps {
  user: { id: string; displayName: string }
  /** Called when the picture does not load. */
  onBroken: () => void
}

/** The user's picture: uploaded, linked or none, with a preview. */
export function AvatarField({ user, onBroken, ...field }: AvatarFieldProps) {
  const { value, error, onChange } = field
  const [isUploading, setUploading] = useState(false)
  useBlockedDialog(isUploading)
  const { choose, clear, progress } = useUpload({
    onUploaded: ({ url }) => onChange(url),
    onUploading: setUploading,
  })
  /** What is chosen later takes the place of a photo that is still on its way. */
  const change = (chosen: string) => {
    clear()
    onChange(chosen)
  }
  const isUpload = isUploadPath(value)
  const isShown = !error && (isUpload || isWebLink(value))
  return (
    <Stack gap="3">
      <Flex gap="4" align="center">
        <Avatar
          user={{ ...user, avatar: isShown ? value : null }}
          size="portrait"
          onBroken={onBroken}
        />
        <PhotoButtons
          hasPhoto={value !== '' || isUploading}
          onChoose={choose}
          onRemove={() => change('')}
        />
      </Flex>
      <UploadProgress value={progress} />
      <LinkField
        {...field}
        label={t(mediaMessages.avatarUrl)}
        hint={t(isUpload ? mediaMessages.avatarUrlReplaces : mediaMessages.avatarUrlHint)}
        value={isUpload ? '' : value}
        onChange={change}
      />
    </Stack>
  )
}

interface PhotoButtonsProps {
  hasPhoto: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

function PhotoButtons({ hasPhoto, onChoose, onRemove }: PhotoButtonsProps) {
  return (
    <Stack gap="1" align="flex-start">
      <Button asChild variant="outline">
        <PicturePicker onChoose={onChoose}>
          <Icon as={ImageUp} />
          {t(mediaMessages.uploadPhoto)}
        </PicturePicker>
      </Button>
      {hasPhoto && (
        <Button variant="ghost" onClick={onRemove}>
          {t(mediaMessages.removePhoto)}
        </Button>
      )}
    </Stack>
  )
}
