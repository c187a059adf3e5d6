import { chakra } from '@chakra-ui/react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../lib/http-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeletePostMutation } from './DeletePost.generated.ts'

/** Asks once, then the post leaves every list it is in; it comes back when the server refuses. */
export function DeletePostDialog({ postId, open, onClose }: { postId: string; open: boolean; onClose: () => void }) {
  const [deletePost] = useDeletePostMutation()

  const remove = async () => {
    // The card that the dialog was opened from is gone with the post.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    try {
      const { data } = await deletePost({
        variables: { input: { postId } },
        optimisticResponse: { deletePost: { __typename: 'DeletePostPayload', deletedPostId: postId, userErrors: [] } },
        update: (cache, { data: answer }) => {
          const id = answer?.deletePost.deletedPostId
          // A list passes over a post that the cache does not have.
          if (id) cache.evict({ id: `Post:${id}` })
        },
      })
      const refusal = data?.deletePost.userErrors[0]
      if (refusal) showToast({ kind: 'bad', title: refusal.message })
      else showToast({ kind: 'good', title: 'Your post is deleted.' })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, messages.likeFailed) })
    }
  }

  return (
    <Dialog
      role="alertdialog"
      title="Delete this post?"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        It leaves the feed for everybody, and can't be brought back.
      </chakra.p>
    </Dialog>
  )
}
