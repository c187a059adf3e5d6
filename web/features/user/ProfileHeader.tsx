import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { type ReactNode, useRef } from 'react'
import { hueOf } from '../../lib/hue.ts'
import { useFocusAfterNavigation } from '../../lib/navigation.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import {
  type ProfileHeader_UserFragment,
  useProfileHeader_UserFragment,
} from './ProfileHeader.generated.ts'
import { ProfileStat } from './ProfileStat.tsx'

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

interface ProfileHeaderProps {
  user: FragmentType<ProfileHeader_UserFragment>
  action?: ReactNode
  children?: ReactNode
}

/** The head of a profile: a band in the user's colour, avatar, name, bio and counts. */
export function ProfileHeader({ user: reference, action, children }: ProfileHeaderProps) {
  const user = useProfileHeader_UserFragment(reference)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterNavigation(heading)
  return (
    <Card p="0" mt="3" overflow="hidden">
      <chakra.div h={{ base: '16', md: '6rem' }} bg={`hue.${hueOf(user.id)}.background`} />
      <chakra.div px={{ base: '4', xl: '5' }} pb={{ base: '4', xl: '5' }}>
        <Flex justify="space-between" align="flex-end" minH="touch">
          <chakra.span mt="-12" ms="-1" p="1" bg="surface" borderRadius="full" lineHeight="0">
            <Avatar user={user} size="portrait" />
          </chakra.span>
          {action}
        </Flex>
        <chakra.h1
          ref={heading}
          tabIndex={-1}
          textStyle="display"
          mt="2"
          overflowWrap="anywhere"
          dir="auto"
        >
          {user.displayName}
        </chakra.h1>
        <chakra.p textStyle="body" color="muted" overflowWrap="anywhere">
          @{user.username}
        </chakra.p>
        {user.bio && (
          <chakra.p
            textStyle="post"
            mt="3"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            maxW="reading"
            dir="auto"
          >
            {user.bio}
          </chakra.p>
        )}
        <chakra.p display="flex" alignItems="center" gap="2" mt="3" textStyle="body" color="muted">
          <Icon as={CalendarDays} />
          <chakra.time dateTime={user.createdAt}>
            Joined {monthFormat.format(new Date(user.createdAt))}
          </chakra.time>
        </chakra.p>
        <Flex wrap="wrap" columnGap="4" mt="2" textStyle="body" color="muted">
          <ProfileStat count={user.followingCount} label="Following" />
          <ProfileStat
            count={user.followersCount}
            label={user.followersCount === 1 ? 'Follower' : 'Followers'}
          />
        </Flex>
        {children}
      </chakra.div>
    </Card>
  )
}
