import { chakra, Stack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { screens, useMediaQuery } from '../../lib/media-query.ts'
import { navMessages } from '../../messages/shell.ts'
import { Sun, Wordmark } from '../../ui/Wordmark.tsx'
import { useViewer } from '../user/viewer.ts'
import { ComposeButton } from './ComposeButton.tsx'
import { useNavEntries } from './navigation.ts'
import { SidebarEntry } from './SidebarEntry.tsx'
import { UserArea } from './UserArea.tsx'

/** The sidebar; on medium screens a rail of icons. Phones have the bottom bar instead. */
export function Sidebar({ onCompose }: { onCompose: () => void }) {
  const isWide = useMediaQuery(screens.wide)
  const viewer = useViewer()
  const entries = useNavEntries('main')
  return (
    <chakra.nav
      aria-label={t(navMessages.main)}
      display={{ base: 'none', md: 'flex' }}
      flexDirection="column"
      alignItems={{ md: 'center', xl: 'stretch' }}
      gap="6"
      position="sticky"
      top="0"
      h="100dvh"
      w={{ md: 'rail', xl: 'sidebar' }}
      flexShrink="0"
      py="4"
      px={{ md: '3', xl: '4' }}
      overflowY="auto"
    >
      <chakra.div px={{ xl: '4' }} py="1">
        <Link to={paths.home} aria-label={t(navMessages.brand)}>
          {isWide ? <Wordmark /> : <Sun />}
        </Link>
      </chakra.div>
      <Stack as="ul" gap="1">
        {entries.map((entry) => (
          <li key={entry.path}>
            <SidebarEntry entry={entry} isWide={isWide} />
          </li>
        ))}
      </Stack>
      {viewer !== null && <ComposeButton withLabel={isWide} onClick={onCompose} />}
      <chakra.div mt="auto">
        <UserArea isWide={isWide} />
      </chakra.div>
    </chakra.nav>
  )
}
