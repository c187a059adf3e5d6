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
  /** Of the button that the focus goes back to. */
  buttonId: string
  open: boolean
  onClose: () => void
}

/** Asks once, then the post leaves every list it is in; it comes back when the server refuses. */
export function DeletePostDialog({ postId, buttonId, open, onClose }: DeletePostDialogProps) {
  const [deletePost] = useDeletePostMutation()

  const confirmed = useRef(false)

  const confirm = () => {
    confirmed.current = true
    onClose()
  }
  const removeIfConfirmed = async () => {
    if (!confirmed.current) return
    confirmed.current = false
    // The button that has the focus goes with the post.
    document.querySelector('h1')?.focus({ preventScroll: true })
    try {
      const { data } = await deletePost({
        variables: { input: { postId } },
        optimisticResponse: {
          deletePost: { __typename: 'DeletePostPayload', deletedPostId: postId, userErrors: [] },
        },
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
      showToast({ kind: 'bad', title: messageOf(error, messages.somethingWentWrong) })
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
        It leaves the feed for everybody, and can't be brought back.
      </chakra.p>
    </Dialog>
  )
}
