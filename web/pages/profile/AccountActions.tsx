import { chakra, Flex } from '@chakra-ui/react'
import { SignOutButton } from '../../features/auth/session/SignOutButton.tsx'
import { settingsEntry } from '../../features/shell/nav-entries.ts'
import { Button } from '../../ui/Button.tsx'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

/** Settings, and on a phone sign-out and colour mode, below the viewer's own profile. */
export function AccountActions() {
  return (
    <Flex
      wrap="wrap"
      align="center"
      mt="3"
      mx={{ base: '-4', xl: '-5' }}
      mb="-2"
      pt="2"
      px={{ xl: '1' }}
      borderTopWidth="1px"
    >
      <Button asChild variant="ghost">
        <Link to={settingsEntry.path}>
          <Icon as={settingsEntry.icon} />
          {settingsEntry.name}
        </Link>
      </Button>
      {/* A phone has no sidebar. */}
      <chakra.span display={{ base: 'contents', md: 'none' }}>
        <SignOutButton />
        <chakra.span ms="auto">
          <ColorModeButton />
        </chakra.span>
      </chakra.span>
    </Flex>
  )
}
