import type { FragmentType } from '@apollo/client'
import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { type UserAvatar_UserFragment, useUserAvatar_UserFragment } from './UserAvatar.generated.ts'

interface UserAvatarProps extends Pick<ComponentProps<typeof Avatar>, 'size'> {
  user: FragmentType<UserAvatar_UserFragment>
}

export function UserAvatar({ user, ...props }: UserAvatarProps) {
  return <Avatar user={useUserAvatar_UserFragment(user)} {...props} />
}
