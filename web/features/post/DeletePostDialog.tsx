import { useLocation, useNavigate } from 'react-router-dom'
import { paths, postPath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { postMenuMessages } from '../../messages/post-menu.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { OpenedDialog } from '../../ui/Dialog.tsx'
import { useDialogClosed } from '../../ui/use-dialog-closed.ts'
import { useDeletePostMutation } from './DeletePost.generated.ts'
import type { MenuPost } from './menu-post.ts'

interface DeletePostDialogProps extends OpenedDialog {
  post: MenuPost
}

/** Confirms, then removes the post from every list; rolled back when the server refuses. */
export default function DeletePostDialog({ post, ...dialog }: DeletePostDialogProps) {
  const { id: postId, repliesCount, threadRoot } = post
  const isReply = threadRoot !== undefined
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const deletePost = useDeletePostMutation()
  const { closed, onClosed } = useDialogClosed()

  const confirm = async () => {
    const hasClosed = closed()
    dialog.onClose()
    // The dialog leaves the page with the post.
    const isStillHere = await hasClosed
    if (isStillHere && pathname === postPath(post))
      navigate(threadRoot ? postPath(threadRoot) : paths.home)
    await deletePost(
      { postId },
      {
        optimistic: { deletedPostId: postId },
        // Lists filter out evicted posts.
        update: (cache, { deletedPostId }) => {
          if (!deletedPostId) return
          cache.evict({ id: `Post:${deletedPostId}` })
          if (threadRoot)
            cache.modify<{ repliesCount: number }>({
              id: `Post:${threadRoot.id}`,
              fields: { repliesCount: (count) => count - 1 },
            })
        },
        successToast: {
          title: t(isReply ? postMenuMessages.replyDeleted : postMenuMessages.deleted),
        },
      },
    )
  }

  return (
    <ConfirmDialog
      title={t(isReply ? postMenuMessages.deleteReplyTitle : postMenuMessages.deleteTitle)}
      {...dialog}
      onClosed={onClosed}
      keep={t(postMenuMessages.keep)}
      confirm={t(postMenuMessages.delete)}
      onConfirm={confirm}
    >
      {t(
        repliesCount > 0
          ? postMenuMessages.deleteThreadWarning(repliesCount)
          : postMenuMessages.deleteWarning,
      )}
    </ConfirmDialog>
  )
}
