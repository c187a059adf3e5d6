import Flag from 'lucide-react/icons/flag'
import RotateCw from 'lucide-react/icons/rotate-cw'
import UserRoundMinus from 'lucide-react/icons/user-round-minus'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { t } from '../../lib/i18n.ts'
import { followMessages } from '../../messages/follow.ts'
import { reportMessages } from '../../messages/report.ts'
import { uiMessages } from '../../messages/ui.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'
import { hideEntries } from '../block/hide-entries.ts'
import { useToggleMute } from '../block/use-mute.ts'
import { useViewer } from '../user/viewer.ts'
import type { FollowButton_UserFragment } from './FollowButton.generated.ts'
import { usePersonEntriesQuery } from './PersonEntries.generated.ts'
import { toggled, useSendFollow } from './use-follow.ts'

interface PersonEntries {
  follow: MenuEntry[]
  /** Mute, block and report. */
  safety: MenuEntry[]
}

interface PersonActions {
  /** Asks for confirmation. */
  onBlock: (user: HideEntries_UserFragment) => void
  onReport: (user: HideEntries_UserFragment) => void
}

/** Stands for the user while they load. Their entries keep the menu from moving under a finger. */
const unknown: HideEntries_UserFragment = {
  __typename: 'User',
  id: '',
  displayName: '',
  isMuted: false,
  isBlocked: false,
}

const disabled = (entry: MenuEntry): MenuEntry => ({ ...entry, isDisabled: true })

/** The entries about a user, for a menu that is open. None for visitors and about the viewer. */
export function usePersonEntries(
  userId: string | null,
  { onBlock, onReport }: PersonActions,
): PersonEntries {
  const viewer = useViewer()
  const isHidden = !viewer || userId === null
  const { data, error, refetch } = usePersonEntriesQuery({
    variables: { userId: userId ?? '' },
    skip: isHidden,
  })
  const send = useSendFollow({ hasToast: true })
  const toggleMute = useToggleMute()
  if (isHidden || data?.user === null) return { follow: [], safety: [] }
  const user = data?.user
  if (error && !user) return { follow: [retryEntry(() => refetch().catch(() => {}))], safety: [] }
  const safety = (subject: HideEntries_UserFragment) => [
    ...hideEntries(subject, { onMute: toggleMute, onBlock }),
    reportEntry(() => onReport(subject)),
  ]
  return {
    follow: [user ? followEntry(user, () => send(toggled(user))) : loadingEntry()],
    safety: viewer.kind === 'demo' ? [] : user ? safety(user) : safety(unknown).map(disabled),
  }
}

function followEntry(
  { isFollowed, displayName }: FollowButton_UserFragment,
  onSelect: () => void,
): MenuEntry {
  const label = isFollowed ? followMessages.unfollowName : followMessages.followName
  return {
    label: t(label(displayName)),
    icon: isFollowed ? UserRoundMinus : UserRoundPlus,
    onSelect,
  }
}

const reportEntry = (onSelect: () => void): MenuEntry => ({
  label: t(reportMessages.entry),
  icon: Flag,
  onSelect,
})

const retryEntry = (onSelect: () => void): MenuEntry => ({
  label: t(uiMessages.tryAgain),
  icon: RotateCw,
  staysOpen: true,
  onSelect,
})

const loadingEntry = (): MenuEntry => ({
  label: t(followMessages.loading),
  icon: UserRoundPlus,
  isDisabled: true,
  onSelect: () => {},
})
