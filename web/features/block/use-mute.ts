import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { followsChanged } from '../user/follows-changed.ts'
import {
  type HideEntries_UserFragment,
  useMuteUserMutation,
  useUnmuteUserMutation,
} from './HideEntries.generated.ts'
import { removeFromLists } from './hide-user.ts'

/** Mutes a user, or ends the mute. */
export function useToggleMute() {
  const mute = useMuteUserMutation()
  const unmute = useUnmuteUserMutation()
  return ({ id: userId, displayName, isMuted }: HideEntries_UserFragment) => {
    followsChanged.set(true)
    return isMuted
      ? unmute({ userId }, { successToast: { title: t(blockMessages.unmuted(displayName)) } })
      : mute(
          { userId },
          {
            update: (cache, { user }) => user && removeFromLists(cache, userId),
            successToast: { title: t(blockMessages.muted(displayName)) },
          },
        )
  }
}
