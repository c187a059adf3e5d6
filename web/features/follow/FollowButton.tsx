import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { followMessages } from '../../messages/follow.ts'
import { Button } from '../../ui/Button.tsx'
import {
  type FollowButton_UserFragment,
  useFollowButton_UserFragment,
} from './FollowButton.generated.ts'
import { useFollow } from './use-follow.ts'

interface FollowButtonProps {
  user: FragmentType<FollowButton_UserFragment>
}

/** Follows a user; visitors have no such button, and neither has the viewer's own account. */
export function FollowButton({ user: reference }: FollowButtonProps) {
  const user = useFollowButton_UserFragment(reference)
  return user.viewerCanFollow ? <FollowToggle user={user} /> : null
}

function FollowToggle({ user }: { user: FollowButton_UserFragment }) {
  const { shown, toggle } = useFollow(user)
  const { isFollowed } = shown
  // A name begins with the text that is seen, so that people can say it to their computer.
  const name = isFollowed ? followMessages.followingName : followMessages.followName
  return (
    <Button
      variant="outline"
      minW="7rem"
      aria-pressed={isFollowed}
      aria-label={t(name(shown.displayName))}
      _pressed={{ bg: 'accentSubtle', color: 'accentText', borderColor: 'transparent' }}
      onClick={toggle}
    >
      {t(isFollowed ? followMessages.following : followMessages.follow)}
    </Button>
  )
}
