import { useLoadedLists } from '../../apollo/loaded-lists.ts'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { followsChanged } from '../user/follows-changed.ts'
import {
  type HideEntries_UserFragment,
  useMuteUserMutation,
  useUnmuteUserMutation,
} from './HideEntries.generated.ts'
import { removeFromLists } from './hide-user.ts'

/**
 * Mutes a user, or ends the mute. Sends it at once; the lists change when `ready` resolves, such as
 * after the exit of a dialog in one of them.
 */
export function useToggleMute() {
  const lists = useLoadedLists()
  const mute = useMuteUserMutation()
  const unmute = useUnmuteUserMutation()
  return async (
    { id: userId, displayName, isMuted }: HideEntries_UserFragment,
    ready?: Promise<unknown>,
  ) => {
    followsChanged.set(true)
    const name = isMuted ? blockMessages.unmuted : blockMessages.muted
    const { error } = await (isMuted ? unmute : mute)(
      { userId },
      { toggle: 'mute', successToast: { title: t(name(displayName)) } },
    )
    await ready
    if (error) return
    if (isMuted) await lists.reload()
    else removeFromLists(lists.cache, userId)
  }
}
