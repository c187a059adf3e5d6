import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { profilePath } from '#rules/paths.ts'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { FollowButton } from './FollowButton.tsx'
import { type Person_UserFragment, usePerson_UserFragment } from './Person.generated.ts'

/** A row of a list of people. */
export function Person({ user: reference }: { user: FragmentType<Person_UserFragment> }) {
  const user = usePerson_UserFragment(reference)
  return (
    <Flex gap="3" align="center" minH="person" px={{ base: '4', xl: '5' }} py="2">
      <Flex gap="3" align="flex-start" flex="1" minW="0" position="relative">
        <UserAvatar user={user} />
        <chakra.div flex="1" minW="0" alignSelf="center">
          <chakra.p textStyle="name">
            <bdi>
              <UserLink to={profilePath(user.username)}>{user.displayName}</UserLink>
            </bdi>
          </chakra.p>
          <chakra.p textStyle="meta" color="muted" truncate>
            <bdi>@{user.username}</bdi>
          </chakra.p>
          {user.bio && (
            <chakra.p textStyle="meta" truncate dir="auto">
              {user.bio}
            </chakra.p>
          )}
        </chakra.div>
      </Flex>
      <FollowButton user={user} />
    </Flex>
  )
}
