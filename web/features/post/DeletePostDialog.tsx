import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../lib/http-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeletePostMutation } from './DeletePost.generated.ts'

interface DeletePostDialogProps {
  postId: string
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

/** Confirms, then removes the post from every list; rolled back when the server refuses. */
export function DeletePostDialog({ postId, buttonId, open, onClose }: DeletePostDialogProps) {
  const [deletePost] = useDeletePostMutation()
  const isConfirmed = useRef(false)

  const confirm = () => {
    isConfirmed.current = true
    onClose()
  }
  const removeIfConfirmed = async () => {
    if (!isConfirmed.current) return
    isConfirmed.current = false
    // The focused button disappears with the post.
    document.querySelector('h1')?.focus({ preventScroll: true })
    try {
      const { data } = await deletePost({
        variables: { input: { postId } },
        optimisticResponse: {
          deletePost: { __typename: 'DeletePostPayload', deletedPostId: postId, userErrors: [] },
        },
        update: (cache, { data: result }) => {
          const id = result?.deletePost.deletedPostId
          // Lists filter out evicted posts.
          if (id) cache.evict({ id: `Post:${id}` })
        },
      })
      const userError = data?.deletePost.userErrors[0]
      if (userError) showToast({ kind: 'error', title: userError.message })
      else showToast({ kind: 'success', title: 'Your post is deleted.' })
    } catch (error) {
      showToast({ kind: 'error', title: messageOf(error, messages.somethingWentWrong) })
    }
  }

  return (
    <Dialog
      role="alertdialog"
      title="Delete this post?"
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
      onClosed={removeIfConfirmed}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" onClick={confirm}>
            Delete
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        It disappears for everyone. This can’t be undone.
      </chakra.p>
    </Dialog>
  )
}
