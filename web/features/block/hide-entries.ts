import Ban from 'lucide-react/icons/ban'
import VolumeX from 'lucide-react/icons/volume-x'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { HideEntries_UserFragment } from './HideEntries.generated.ts'

interface HideActions {
  onMute: (user: HideEntries_UserFragment) => void
  onBlock: (user: HideEntries_UserFragment) => void
}

/** The entries of a menu that mute and block a user. */
export function hideEntries(
  user: HideEntries_UserFragment,
  { onMute, onBlock }: HideActions,
): MenuEntry[] {
  return [
    {
      label: t(user.isMuted ? blockMessages.unmute : blockMessages.mute),
      icon: VolumeX,
      onSelect: () => onMute(user),
    },
    {
      label: t(blockMessages.block),
      icon: Ban,
      isDanger: true,
      onSelect: () => onBlock(user),
    },
  ]
}
