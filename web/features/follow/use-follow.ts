import { useToggle } from '../../apollo/hooks.ts'
import { t } from '../../lib/i18n.ts'
import { followMessages } from '../../messages/follow.ts'
import { followsChanged } from '../user/follows-changed.ts'
import { useViewer } from '../user/viewer.ts'
import {
  type FollowButton_UserFragment,
  useFollowUserMutation,
  useUnfollowUserMutation,
} from './FollowButton.generated.ts'

type FollowUser = FollowButton_UserFragment

/** The user after the viewer follows, or stops following. */
export function toggled(user: FollowUser): FollowUser {
  const isFollowed = !user.isFollowed
  return { ...user, isFollowed, followersCount: user.followersCount + (isFollowed ? 1 : -1) }
}

/** Sends a change of `isFollowed`: optimistic, rolled back when it fails. */
export function useSendFollow({ hasToast }: { hasToast: boolean }) {
  const followUser = useFollowUserMutation()
  const unfollowUser = useUnfollowUserMutation()
  const viewer = useViewer()

  return (changed: FollowUser) => {
    const { id: userId, isFollowed, displayName } = changed
    const mutate = isFollowed ? followUser : unfollowUser
    followsChanged.set(true)
    const text = isFollowed ? followMessages.followed : followMessages.unfollowed
    return mutate(
      { userId },
      {
        optimistic: { user: changed },
        toggle: 'follow',
        update: (cache, { user }) =>
          user &&
          cache.modify({
            id: `User:${viewer?.id}`,
            fields: { followingCount: (count: number) => count + (isFollowed ? 1 : -1) },
          }),
        ...(hasToast && { successToast: { title: t(text(displayName)) } }),
      },
    )
  }
}

/** The state of a button that follows a user. */
export function useFollow(user: FollowUser) {
  return useToggle(user, toggled, useSendFollow({ hasToast: false }))
}
