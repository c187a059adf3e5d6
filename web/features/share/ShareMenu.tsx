import LinkIcon from 'lucide-react/icons/link'
import MessageCircle from 'lucide-react/icons/message-circle'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { postPath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { shareMessages } from '../../messages/share.ts'
import { copyText } from '../../ui/copy-text.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import type { MenuControl } from '../../ui/MenuButton.tsx'
import type { ShareButton_PostFragment } from './ShareButton.generated.ts'
import { useShare } from './use-share.ts'

const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx'))

interface ShareMenuProps extends MenuControl {
  post: ShareButton_PostFragment
}

export default function ShareMenu({ post, ...control }: ShareMenuProps) {
  const { share, undo } = useShare(post)
  const [isCommenting, setCommenting] = useState(false)
  const entries: MenuEntry[] = [
    { label: t(shareMessages.withFollowers), icon: Users, onSelect: () => share() },
    {
      label: t(shareMessages.withComment),
      icon: MessageCircle,
      onSelect: () => setCommenting(true),
    },
    {
      label: t(shareMessages.copyLink),
      icon: LinkIcon,
      onSelect: () => copyText(location.origin + postPath(post), shareMessages),
    },
  ]
  const undoEntry: MenuEntry = { label: t(shareMessages.undo), icon: Undo2, onSelect: undo }
  return (
    <>
      <Menu
        {...control}
        placement="bottom-start"
        groups={[entries, post.isShared ? [undoEntry] : []]}
      />
      <ShareDialog
        onShare={share}
        buttonId={control.buttonId}
        open={isCommenting}
        onClose={() => setCommenting(false)}
      />
    </>
  )
}
