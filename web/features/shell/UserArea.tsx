import { chakra, Flex, Stack } from '@chakra-ui/react'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { SignOutButton } from '../auth/session/SignOutButton.tsx'
import { isDemoViewer, useViewer } from '../user/viewer.ts'
import { JoinButton, LeaveDemoButton } from './DemoButtons.tsx'
import { settingsEntry } from './nav-entries.ts'
import { SidebarEntry } from './SidebarEntry.tsx'

/** The viewer, the colour mode switch, and the buttons to join, leave or sign out. */
export function UserArea({ isWide }: { isWide: boolean }) {
  const viewer = useViewer()
  const isDemo = isDemoViewer(viewer)
  return (
    <Stack gap="2" align={isWide ? 'stretch' : 'center'}>
      {viewer === undefined && (
        <chakra.div px={isWide ? '2' : '0'} py="1">
          <Skeleton boxSize="avatar" borderRadius="full" />
        </chakra.div>
      )}
      {viewer && (
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
            <Avatar user={viewer} />
            {!isWide && <VisuallyHidden>{viewer.displayName}</VisuallyHidden>}
            {isWide && (
              <chakra.span minW="0">
                <chakra.span display="block" textStyle="name" truncate dir="auto">
                  {viewer.displayName}
                </chakra.span>
                <chakra.span display="block" textStyle="meta" color="muted" truncate>
                  @{viewer.username}
                </chakra.span>
              </chakra.span>
            )}
          </Link>
        </chakra.div>
      )}
      {(viewer === null || (isDemo && isWide)) && (
        <JoinButton withLabel={isWide} variant="outline" />
      )}
      {viewer && !isDemo && <SidebarEntry {...settingsEntry} isWide={isWide} />}
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
