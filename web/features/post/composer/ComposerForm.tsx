import { chakra, Flex } from '@chakra-ui/react'
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type SubmitEvent,
  Suspense,
  type SyntheticEvent,
  useId,
  useState,
} from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { droppedPicture } from '../../media/dropped-picture.ts'
import type { Viewer } from '../../user/viewer.ts'
import { ComposerToolbar } from './ComposerToolbar.tsx'
import { type Draft, noMedia, useDraft } from './draft.ts'
import { GrowingTextarea } from './GrowingTextarea.tsx'
import { preloadSharePost, useSharePost } from './use-share-post.ts'

const AttachmentPanel = lazy(() => import('./AttachmentPanel.tsx'))

const PROMPT = "What's something good today?"

interface ComposerFormProps {
  viewer: Viewer
  /** Each surface has a draft of its own. */
  surface: 'feed' | 'dialog'
  /** Called when the server has stored the post. */
  onShared?: () => void
}

export function ComposerForm({ viewer, surface, onShared }: ComposerFormProps) {
  const [draft, change, reset] = useDraft(`${surface}:${viewer.id}`)
  const { share, isPending } = useSharePost(viewer)
  const [isUploading, setUploading] = useState(false)
  const { droppedFile, attach, attachDropped } = useAttachment(change)
  const counterId = useId()

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isUploading || !(await share(draft))) return
    reset()
    onShared?.()
  }

  return (
    <chakra.form
      aria-label="Share a post"
      noValidate
      onSubmit={(event: SubmitEvent) => submit(event)}
      onKeyDown={(event: KeyboardEvent) =>
        event.key === 'Enter' && (event.metaKey || event.ctrlKey) && submit(event)
      }
      onFocus={preloadSharePost}
      onPaste={(event) => attachDropped(event, event.clipboardData)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => attachDropped(event, event.dataTransfer)}
    >
      <ContentField
        viewer={viewer}
        aria-describedby={counterId}
        value={draft.content}
        readOnly={isPending}
        data-autofocus={surface === 'dialog' || undefined}
        onChange={({ target }) => change({ content: target.value })}
      />
      {draft.media !== 'text' && (
        <Suspense fallback={<Skeleton h="touch" mt="3" />}>
          <AttachmentPanel
            // A dropped picture resets the panel.
            key={`${draft.media} ${droppedFile?.name} ${droppedFile?.lastModified}`}
            media={draft.media}
            draft={draft}
            droppedFile={droppedFile}
            onChange={change}
            onUploading={setUploading}
            onClose={() => attach('text')}
          />
        </Suspense>
      )}
      <ComposerToolbar
        counterId={counterId}
        draft={draft}
        isPending={isPending}
        isUploading={isUploading}
        onToggleMedia={(media) => attach(draft.media === media ? 'text' : media)}
      />
    </chakra.form>
  )
}

function useAttachment(change: (values: Partial<Draft>) => void) {
  const [droppedFile, setDroppedFile] = useState<File>()

  const attach = (media: 'text' | 'image' | 'video', file?: File) => {
    setDroppedFile(file)
    change({ ...noMedia, media })
  }
  const attachDropped = (event: SyntheticEvent, data: DataTransfer) => {
    const picture = droppedPicture(data)
    if (!picture) return
    event.preventDefault()
    attach('image', picture)
  }
  return { droppedFile, attach, attachDropped }
}

function ContentField({
  viewer,
  ...props
}: { viewer: Viewer } & ComponentProps<typeof GrowingTextarea>) {
  return (
    <Flex gap="3">
      <Avatar user={viewer} />
      <chakra.div flex="1" minW="0">
        <GrowingTextarea aria-label={PROMPT} placeholder={PROMPT} {...props} />
      </chakra.div>
    </Flex>
  )
}
