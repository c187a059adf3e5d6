import { chakra, Flex, Stack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { SignOutButton } from '../auth/session/SignOutButton.tsx'
import { UserAvatar } from '../user/UserAvatar.tsx'
import { useViewer } from '../user/viewer.ts'
import { JoinButton, LeaveDemoButton } from './DemoButtons.tsx'
import { useNavEntries } from './navigation.ts'
import { SidebarEntry } from './SidebarEntry.tsx'
import { useUserArea_ViewerFragment } from './UserArea.generated.ts'

/** The viewer, the colour mode switch, and the buttons to join, leave or sign out. */
export function UserArea({ isWide }: { isWide: boolean }) {
  const viewer = useViewer()
  const user = useUserArea_ViewerFragment(viewer)
  const isDemo = viewer?.kind === 'demo'
  const entries = useNavEntries('account')
  return (
    <Stack gap="2" align={isWide ? 'stretch' : 'center'}>
      {viewer === undefined && (
        <chakra.div px={isWide ? '2' : '0'} py="1">
          <Skeleton boxSize="avatar" borderRadius="full" />
        </chakra.div>
      )}
      {user && (
        <chakra.div
          asChild
          display="flex"
          alignItems="center"
          gap="3"
          minW="0"
          px={isWide ? '2' : '0'}
          py="1"
          borderRadius="control"
        >
          <Link to={paths.ownProfile}>
            <UserAvatar user={user} />
            {!isWide && <VisuallyHidden>{user.displayName}</VisuallyHidden>}
            {isWide && (
              <chakra.span minW="0">
                <chakra.span display="block" textStyle="name" truncate>
                  <bdi>{user.displayName}</bdi>
                </chakra.span>
                <chakra.span display="block" textStyle="meta" color="muted" truncate>
                  <bdi>@{user.username}</bdi>
                </chakra.span>
              </chakra.span>
            )}
          </Link>
        </chakra.div>
      )}
      {(viewer === null || (isDemo && isWide)) && (
        <JoinButton withLabel={isWide} variant="outline" />
      )}
      {entries.map((entry) => (
        <SidebarEntry key={entry.path} entry={entry} isWide={isWide} />
      ))}
      <Flex gap="1" align="center" justify="space-between" direction={isWide ? 'row' : 'column'}>
        {isDemo && !isWide && <JoinButton withLabel={false} />}
        {isDemo && <LeaveDemoButton withLabel={isWide} />}
        {viewer && !isDemo && <SignOutButton withLabel={isWide} />}
        {viewer === undefined && <chakra.span boxSize="touch" />}
        <ColorModeButton />
      </Flex>
    </Stack>
  )
}
