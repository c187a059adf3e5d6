import type { FragmentType } from '@apollo/client'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { followersPath, profilePath } from '#rules/paths.ts'
import { followMessages } from '../../messages/notifications.ts'
import { useViewer } from '../user/viewer.ts'
import {
  type FollowNotification_NotificationFragment,
  useFollowNotification_NotificationFragment,
  useFollowNotification_ViewerFragment,
} from './FollowNotification.generated.ts'
import { groupText } from './group-text.ts'
import { NotificationRow } from './NotificationRow.tsx'

interface FollowNotificationProps {
  notification: FragmentType<FollowNotification_NotificationFragment>
}

/** People who followed the viewer. One leads to their profile, more to the viewer's followers. */
export function FollowNotification({ notification: reference }: FollowNotificationProps) {
  const notification = useFollowNotification_NotificationFragment(reference)
  const viewer = useFollowNotification_ViewerFragment(useViewer())
  const { actors, actorsCount } = notification
  const [first] = actors
  const followers = viewer ? followersPath(viewer.username) : undefined
  return (
    <NotificationRow
      notification={notification}
      icon={UserRoundCheck}
      people={actors}
      message={groupText(followMessages, notification)}
      to={first && actorsCount === 1 ? profilePath(first.username) : followers}
    />
  )
}
