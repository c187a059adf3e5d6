import MessageCircle from 'lucide-react/icons/message-circle'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { t } from '../../lib/i18n.ts'
import { postMenuMessages } from '../../messages/post-menu.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { isDemoViewer, useViewer } from '../user/viewer.ts'
import { useSetRepliesClosedMutation, useViewerRoleQuery } from './ThreadEntries.generated.ts'

interface ThreadEntriesOptions {
  isOwn: boolean
  isReply: boolean
}

/** Closes or opens the thread of a post: for its author and moderators, in a menu that is open. */
export function useThreadEntries(
  { id, repliesClosed }: { id: string; repliesClosed: boolean },
  { isOwn, isReply }: ThreadEntriesOptions,
): MenuEntry[] {
  const viewer = useViewer()
  const { data } = useViewerRoleQuery({ skip: isOwn || isReply || !viewer || isDemoViewer(viewer) })
  const setRepliesClosed = useSetRepliesClosedMutation()
  const role = data?.viewer?.role ?? 'MEMBER'
  if (isReply || (!isOwn && role === 'MEMBER')) return []
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
