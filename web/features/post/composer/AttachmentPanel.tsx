import { chakra, Tabs } from '@chakra-ui/react'
import X from 'lucide-react/icons/x'
import { t } from '../../../lib/i18n.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextareaField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { tabsRecipe } from '../../../ui/recipes/tabs.ts'
import type { Upload } from '../../media/upload.ts'
import { problemWithAlt } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { ImageLink } from './ImageLink.tsx'
import { ImageUpload } from './ImageUpload.tsx'
import { VideoLink } from './VideoLink.tsx'

interface AttachmentPanelProps {
  media: 'image' | 'video'
  draft: Draft
  upload: Upload
  onChange: (change: Partial<Draft>) => void
  onClose: () => void
}

/** The panel to attach a photo or a video to a post. */
export default function AttachmentPanel({
  media,
  draft,
  upload,
  onChange,
  onClose,
}: AttachmentPanelProps) {
  return (
    <chakra.fieldset position="relative" mt="3" p="4" bg="subtle" borderRadius="card">
      <chakra.legend srOnly>
        {t(media === 'image' ? mediaMessages.addPhoto : mediaMessages.addVideo)}
      </chakra.legend>
      <Button
        variant="ghost"
        shape="icon"
        position="absolute"
        top="3"
        insetEnd="2"
        _hover={{ bg: 'border', color: 'ink' }}
        aria-label={t(media === 'image' ? mediaMessages.removePhoto : mediaMessages.removeVideo)}
        onClick={onClose}
      >
        <Icon as={X} />
      </Button>
      {media === 'video' ? (
        <VideoLink url={draft.videoUrl} onChange={(videoUrl) => onChange({ videoUrl })} />
      ) : (
        <>
          <Tabs.Root
            recipe={tabsRecipe}
            defaultValue={draft.imageUrl && !draft.upload ? 'link' : 'upload'}
            onValueChange={() => {
              upload.clear()
              onChange({ imageUrl: '', upload: null, isUploading: undefined })
            }}
            lazyMount
            unmountOnExit
          >
            <Tabs.List aria-label={t(mediaMessages.photoSource)}>
              <Tabs.Trigger value="upload">{t(mediaMessages.upload)}</Tabs.Trigger>
              <Tabs.Trigger value="link">{t(mediaMessages.link)}</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="upload">
              <ImageUpload
                imageUrl={draft.imageUrl}
                isUploading={draft.isUploading ?? false}
                upload={upload}
              />
            </Tabs.Content>
            <Tabs.Content value="link">
              <ImageLink url={draft.imageUrl} onChange={(imageUrl) => onChange({ imageUrl })} />
            </Tabs.Content>
          </Tabs.Root>
          {draft.imageUrl && (
            <AltTextField value={draft.imageAlt} onChange={(imageAlt) => onChange({ imageAlt })} />
          )}
        </>
      )}
    </chakra.fieldset>
  )
}

function AltTextField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <chakra.div mt="3">
      <TextareaField
        label={t(mediaMessages.altText)}
        hint={t(mediaMessages.altTextHint)}
        rows={2}
        error={problemWithAlt(value)}
        value={value}
        onChange={onChange}
      />
    </chakra.div>
  )
}
