import { chakra, Flex } from '@chakra-ui/react'
import Film from 'lucide-react/icons/film'
import ImageIcon from 'lucide-react/icons/image'
import {
  type KeyboardEvent,
  lazy,
  type SubmitEvent,
  Suspense,
  type SyntheticEvent,
  useId,
  useState,
} from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { pictureIn } from '../../media/picture-file.ts'
import type { Viewer } from '../../user/viewer.ts'
import { CharacterCounter } from './CharacterCounter.tsx'
import { lengthOf, problemWithContent } from './check-draft.ts'
import { noMedia, useDraft } from './draft.ts'
import { GrowingTextarea } from './GrowingTextarea.tsx'
import { MediaButton } from './MediaButton.tsx'
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
  const [droppedFile, setDroppedFile] = useState<File>()
  const counterId = useId()

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isUploading || !(await share(draft))) return
    reset()
    onShared?.()
  }
  const attach = (media: 'text' | 'image' | 'video', file?: File) => {
    setDroppedFile(file)
    change({ ...noMedia, media })
  }
  const attachDropped = (event: SyntheticEvent, data: DataTransfer) => {
    const picture = pictureIn(data)
    if (!picture) return
    event.preventDefault()
    attach('image', picture)
  }
  const mediaButton = (media: 'image' | 'video') => ({
    isPressed: draft.media === media,
    onClick: () => attach(draft.media === media ? 'text' : media),
  })

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
      <Flex gap="3">
        <Avatar user={viewer} />
        <chakra.div flex="1" minW="0">
          <GrowingTextarea
            aria-label={PROMPT}
            aria-describedby={counterId}
            placeholder={PROMPT}
            value={draft.content}
            readOnly={isPending}
            data-autofocus={surface === 'dialog' || undefined}
            onChange={({ target }) => change({ content: target.value })}
          />
        </chakra.div>
      </Flex>
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
      <Flex align="center" justify="space-between" wrap="wrap" gap="2" mt="3">
        <Flex ms={{ base: '-2', md: '-3' }}>
          <MediaButton icon={ImageIcon} {...mediaButton('image')}>
            Photo
          </MediaButton>
          <MediaButton icon={Film} {...mediaButton('video')}>
            Video
          </MediaButton>
        </Flex>
        <Flex align="center" gap="3" ms="auto">
          <CharacterCounter id={counterId} length={lengthOf(draft.content)} />
          <Button
            type="submit"
            aria-busy={isPending}
            disabled={isPending || isUploading || problemWithContent(draft.content) !== null}
          >
            Share
          </Button>
        </Flex>
      </Flex>
    </chakra.form>
  )
}
