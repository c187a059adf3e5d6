import { chakra, Flex } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { SignOutButton } from '../../features/auth/session/SignOutButton.tsx'
import {
  BOTTOM_BAR_ENTRIES,
  type NavEntryData,
  useNavEntries,
} from '../../features/shell/navigation.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { ColorModeButton } from '../../ui/ColorModeButton.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Settings, and on a phone sign-out and colour mode, below the viewer's own profile. */
export function AccountActions() {
  const accountEntries = useNavEntries('account')
  const hiddenEntries = useNavEntries('main').slice(BOTTOM_BAR_ENTRIES)
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
      {accountEntries.map((entry) => (
        <EntryButton key={entry.path} entry={entry} />
      ))}
      {/* A phone has no sidebar. */}
      <chakra.span display={{ base: 'contents', md: 'none' }}>
        {hiddenEntries.map((entry) => (
          <EntryButton key={entry.path} entry={entry} />
        ))}
        <SignOutButton />
        <chakra.span ms="auto">
          <ColorModeButton />
        </chakra.span>
      </chakra.span>
    </Flex>
  )
}

function EntryButton({ entry: { path, name, icon } }: { entry: NavEntryData }) {
  return (
    <Button asChild variant="ghost">
      <Link to={path}>
        <Icon as={icon} />
        {t(name)}
      </Link>
    </Button>
  )
}
