import { chakra, Flex, Stack } from '@chakra-ui/react'
import ImageUp from 'lucide-react/icons/image-up'
import { limits } from '#rules/limits.ts'
import { isUploadPath } from '#rules/links.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/Input.tsx'
import { useAvatarUpload } from './use-avatar-upload.ts'

interface AvatarFieldProps {
  user: { id: string; displayName: string }
  /** A link, the path of an upload, or empty. */
  value: string
  problem: string | undefined
  onChange: (avatar: string) => void
  /** Called when the picture does not load. */
  onBroken: () => void
  onUploading: (isUploading: boolean) => void
}

/** The user's picture: uploaded, linked or none, with a preview. */
export function AvatarField({
  user,
  value,
  problem,
  onChange,
  onBroken,
  onUploading,
}: AvatarFieldProps) {
  const { choose, progress } = useAvatarUpload(onChange, onUploading)
  const isUpload = isUploadPath(value)
  return (
    <Stack gap="3">
      <Flex gap="4" align="center">
        <Avatar
          user={{ ...user, avatar: problem ? null : value || null }}
          size="portrait"
          onBroken={onBroken}
        />
        <PhotoButtons hasPhoto={value !== ''} onChoose={choose} onRemove={() => onChange('')} />
      </Flex>
      {progress !== null && (
        <chakra.progress
          aria-label="Uploading the photo"
          value={progress}
          max={1}
          w="full"
          h="1"
          accentColor="accent"
        />
      )}
      <Field
        label="Avatar URL"
        error={problem}
        hint={
          isUpload ? 'A link here replaces your upload.' : 'Or link to a photo on another site.'
        }
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            name="avatar"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={limits.linkLength}
            value={isUpload ? '' : value}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        )}
      </Field>
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
      <Button
        asChild
        variant="outline"
        _focusWithin={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' }}
      >
        <label>
          <Icon as={ImageUp} />
          Upload a photo
          <chakra.input
            type="file"
            accept="image/*"
            srOnly
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) onChoose(file)
            }}
          />
        </label>
      </Button>
      {hasPhoto && (
        <Button variant="ghost" onClick={onRemove}>
          Remove photo
        </Button>
      )}
    </Stack>
  )
}
