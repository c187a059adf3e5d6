import MessageCircle from 'lucide-react/icons/message-circle'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { t } from '../../lib/i18n.ts'
import { postMenuMessages } from '../../messages/post-menu.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { MenuPost } from './menu-post.ts'
import { useSetRepliesClosedMutation, useThreadEntriesQuery } from './ThreadEntries.generated.ts'

/** Closes or opens the thread of a post: for its author and moderators, in a menu that is open. */
export function useThreadEntries(post: MenuPost): MenuEntry[] {
  const { id, repliesClosed, viewerCanDelete, threadRoot } = post
  const isReply = threadRoot !== undefined
  // Authors may; the server knows who else.
  const { data } = useThreadEntriesQuery({
    variables: { postId: id },
    skip: isReply || viewerCanDelete,
  })
  const setRepliesClosed = useSetRepliesClosedMutation()
  const answer = data?.node?.__typename === 'Post' ? data.node : null
  if (isReply || !(viewerCanDelete || answer?.viewerCanCloseReplies)) return []
  const closed = !repliesClosed
  const toggle = () =>
    setRepliesClosed(
      { postId: id, closed },
      {
        optimistic: { post: { __typename: 'Post', id, repliesClosed: closed } },
        successToast: {
          title: t(closed ? postMenuMessages.repliesClosed : postMenuMessages.repliesOpened),
        },
      },
    )
  return [
    {
      label: t(closed ? postMenuMessages.closeReplies : postMenuMessages.openReplies),
      icon: closed ? MessageCircleOff : MessageCircle,
      onSelect: toggle,
    },
  ]
}
