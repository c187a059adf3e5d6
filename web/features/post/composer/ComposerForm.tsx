import { chakra, Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { isOfComposition } from '../../../lib/composition.ts'
import { t } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'
import { FailedPart } from '../../../ui/FailedPart.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { droppedFile, pastedPicture } from '../../media/dropped-picture.ts'
import { problemWithPicture } from '../../media/picture-file.ts'
import type { Upload } from '../../media/upload.ts'
import { UserAvatar } from '../../user/UserAvatar.tsx'
import type { Viewer } from '../../user/viewer.ts'
import { ComposerToolbar } from './ComposerToolbar.tsx'
import { type Draft, draftStore, noMedia } from './draft.ts'
import { GrowingTextarea } from './GrowingTextarea.tsx'
import type { Submission } from './use-submission.ts'

const AttachmentPanel = lazyPart(() => import('./AttachmentPanel.tsx'), {
  loading: <Skeleton h="touch" mt="3" />,
  failed: (_props, retry) => <FailedPart onRetry={retry} />,
})

// It fails without a message: a missing hint should not interrupt someone who writes.
const FirstRule = lazyPart(() => import('./FirstRule.tsx'))

/** What the form, its field and its button are called. */
interface ComposerTexts {
  form: MessageDescriptor
  prompt: MessageDescriptor
  share: MessageDescriptor
}

interface ComposerFormProps {
  viewer: Viewer
  /** Names the draft among those of the viewer. */
  draftKey: string
  texts: ComposerTexts
  submission: Submission
  field?: RefObject<HTMLTextAreaElement | null>
  hasAutofocus?: boolean
  /** Whether it is one line high until the viewer begins to write. */
  isCompact?: boolean
  onFocus?: () => void
  /** Called when the server has stored the post, unless the form has left the page. */
  onShared?: (() => void) | undefined
}

/** Writes a post or a reply. */
export function ComposerForm({
  viewer,
  draftKey,
  texts,
  submission: { submit: send, isPending },
  field,
  hasAutofocus,
  isCompact,
  onFocus,
  onShared,
}: ComposerFormProps) {
  const { store, draft, change, upload } = useDraft(`${draftKey}:${viewer.id}`, isPending)
  const { drops, attach, attachPicture } = useAttachment(change, upload)
  const isUploading = useStore({ ...upload, get: () => upload.get().progress !== null })
  // Counts the posts that the viewer began.
  const [begun, setBegun] = useState(0)
  const counterId = useId()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // A dialog that was opened again has another form.
    if (isUploading || !(await send(store)) || !form.current) return
    setBegun((count) => count + 1)
    onShared?.()
  }

  return (
    <chakra.form
      ref={form}
      aria-label={t(texts.form)}
      noValidate
      onSubmit={(event: SubmitEvent) => submit(event)}
      onKeyDown={(event: KeyboardEvent) => isSubmitKey(event) && submit(event)}
      onFocus={() => {
        onFocus?.()
        setBegun((count) => count || 1)
      }}
      onPaste={(event) => attachPicture(event, pastedPicture(event.clipboardData))}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => attachPicture(event, droppedFile(event.dataTransfer))}
    >
      <ContentField
        ref={field}
        viewer={viewer}
        prompt={t(texts.prompt)}
        isCompact={isCompact}
        aria-describedby={counterId}
        value={draft.content}
        readOnly={isPending}
        data-autofocus={hasAutofocus || undefined}
        onChange={({ target }) => change({ content: target.value })}
      />
      {draft.media !== 'text' && (
        <AttachmentPanel
          // A dropped picture resets the panel.
          key={`${draft.media} ${drops}`}
          media={draft.media}
          draft={draft}
          upload={upload}
          onChange={change}
          onClose={() => attach('text')}
        />
      )}
      {begun > 0 && <FirstRule key={begun} viewer={viewer} />}
      {(!isCompact || begun > 0 || draft.content !== '') && (
        <ComposerToolbar
          counterId={counterId}
          draft={draft}
          submitText={t(texts.share)}
          isPending={isPending}
          isUploading={isUploading}
          onToggleMedia={(media) => attach(draft.media === media ? 'text' : media)}
        />
      )}
    </chakra.form>
  )
}

const isSubmitKey = ({ key, metaKey, ctrlKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && (metaKey || ctrlKey) && !isOfComposition(nativeEvent)

function useDraft(draftKey: string, isPending: boolean) {
  const store = draftStore(draftKey)
  const draft = useStore(store)
  // What is being sent stays as it is.
  return isPending
    ? { store, draft, change: () => {}, upload: { ...store.upload, choose: async () => {} } }
    : { store, draft, change: store.change, upload: store.upload }
}

function useAttachment(change: (values: Partial<Draft>) => void, upload: Upload) {
  const [drops, setDrops] = useState(0)

  const attach = (media: 'text' | 'image' | 'video') => change({ ...noMedia, media })
  const attachPicture = (event: SyntheticEvent, picture: File | null) => {
    if (!picture) return
    event.preventDefault()
    // A file that will be refused leaves the draft as it is.
    if (!problemWithPicture(picture)) {
      setDrops((count) => count + 1)
      attach('image')
    }
    void upload.choose(picture)
  }
  return { drops, attach, attachPicture }
}

function ContentField({
  viewer,
  prompt,
  isCompact,
  ...props
}: { viewer: Viewer; prompt: string } & ComponentProps<typeof GrowingTextarea>) {
  return (
    <Flex gap="3">
      <UserAvatar user={viewer} />
      <chakra.div flex="1" minW="0">
        <GrowingTextarea
          aria-label={prompt}
          placeholder={prompt}
          isCompact={isCompact}
          {...props}
        />
      </chakra.div>
    </Flex>
  )
}
