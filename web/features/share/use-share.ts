import { failureToast } from '../../lib/failure-toast.ts'
import { t } from '../../lib/i18n.ts'
import { shareMessages } from '../../messages/share.ts'
import type { ShareButton_PostFragment } from './ShareButton.generated.ts'
import { useSharePostMutation, useUnsharePostMutation } from './SharePost.generated.ts'

/** Shares a post or takes the share back: optimistic, rolled back when it fails. */
export function useShare(post: ShareButton_PostFragment) {
  const { id: postId, isShared, sharesCount } = post
  const sharePost = useSharePostMutation()
  const unsharePost = useUnsharePostMutation()
  return {
    /** Sharing again with a comment replaces it; without one keeps it. */
    share: (comment?: string) =>
      sharePost(
        { postId, ...(comment !== undefined && { comment }) },
        {
          optimistic: {
            post: { ...post, isShared: true, sharesCount: sharesCount + (isShared ? 0 : 1) },
          },
          ...(comment === undefined && { toggle: 'share' }),
          successToast: { title: t(shareMessages.shared) },
          failureToast,
        },
      ),
    undo: () =>
      unsharePost(
        { postId },
        {
          optimistic: { post: { ...post, isShared: false, sharesCount: sharesCount - 1 } },
          toggle: 'share',
          successToast: { title: t(shareMessages.undone) },
          failureToast,
        },
      ),
  }
}
