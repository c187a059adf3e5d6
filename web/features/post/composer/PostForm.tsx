import { composerMessages } from '../../../messages/composer.ts'
import type { Viewer } from '../../user/viewer.ts'
import { ComposerForm } from './ComposerForm.tsx'
import { preloadSharePost, useSharePost } from './use-share-post.ts'

interface PostFormProps {
  viewer: Viewer
  /** Each surface has a draft of its own. */
  surface: 'feed' | 'dialog'
  /** Called when the server has stored the post. */
  onShared?: () => void
}

/** Shares a post. */
export function PostForm({ viewer, surface, onShared }: PostFormProps) {
  return (
    <ComposerForm
      viewer={viewer}
      draftKey={surface}
      texts={composerMessages}
      submission={useSharePost(viewer)}
      hasAutofocus={surface === 'dialog'}
      onFocus={preloadSharePost}
      onShared={onShared}
    />
  )
}
