import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { type ReactNode, useRef } from 'react'
import { followersPath, followingPath } from '#rules/paths.ts'
import { monthAndYear } from '../../lib/dates.ts'
import { hueOf } from '../../lib/hue.ts'
import { t } from '../../lib/i18n.ts'
import { useFocusAfterNavigation } from '../../lib/navigation.ts'
import { userMessages } from '../../messages/user.ts'
import { Card } from '../../ui/Card.tsx'
import { FoldableText } from '../../ui/FoldableText.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Muted } from '../../ui/Muted.tsx'
import {
  type ProfileHeader_UserFragment,
  useProfileHeader_UserFragment,
} from './ProfileHeader.generated.ts'
import { ProfileStat } from './ProfileStat.tsx'
import { UserAvatar } from './UserAvatar.tsx'

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
            <UserAvatar user={user} size="portrait" />
          </chakra.span>
          {action}
        </Flex>
        <chakra.h1 ref={heading} tabIndex={-1} textStyle="display" mt="2" overflowWrap="anywhere">
          <bdi>{user.displayName}</bdi>
        </chakra.h1>
        <Muted overflowWrap="anywhere">
          <bdi>@{user.username}</bdi>
          {user.followsViewer && (
            <chakra.span
              display="inline-block"
              ms="2"
              px="2"
              textStyle="meta"
              bg="subtle"
              borderRadius="full"
            >
              {t(userMessages.followsYou)}
            </chakra.span>
          )}
        </Muted>
        {user.bio && <FoldableText textId={user.id} text={user.bio} />}
        <Muted display="flex" alignItems="center" gap="2" mt="3">
          <Icon as={CalendarDays} />
          <chakra.time dateTime={user.createdAt}>
            {t(userMessages.joined(monthAndYear(new Date(user.createdAt))))}
          </chakra.time>
        </Muted>
        <Flex wrap="wrap" columnGap="4" mb="-2" textStyle="body" color="muted">
          <ProfileStat
            count={user.followingCount}
            label={t(userMessages.following)}
            to={followingPath(user.username)}
          />
          <ProfileStat
            count={user.followersCount}
            label={t(userMessages.followers(user.followersCount))}
            to={followersPath(user.username)}
          />
        </Flex>
        {children}
      </chakra.div>
    </Card>
  )
}
