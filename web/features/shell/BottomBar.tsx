import { chakra } from '@chakra-ui/react'
import Feather from 'lucide-react/icons/feather'
import { t } from '../../lib/i18n.ts'
import { navMessages, shellMessages } from '../../messages/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useViewer } from '../user/viewer.ts'
import { NavEntry } from './NavEntry.tsx'
import { BOTTOM_BAR_ENTRIES, useNavEntries } from './navigation.ts'

const SAFE_AREA = 'env(safe-area-inset-bottom)'

/** Navigation on a phone, with the floating compose button above it. */
export function BottomBar({ onCompose }: { onCompose: () => void }) {
  const viewer = useViewer()
  const entries = useNavEntries('main')
  return (
    <chakra.div display={{ md: 'none' }}>
      {viewer !== null && (
        <Button
          shape="icon"
          boxSize="bar"
          position="fixed"
          insetEnd="4"
          bottom={`calc({sizes.bar} + {spacing.4} + ${SAFE_AREA})`}
          zIndex="bar"
          boxShadow="float"
          // It would cover the buttons of a focused composer, and those of a bar.
          css={{ 'body:has(main form:focus-within, [data-bar]) &': { display: 'none' } }}
          aria-label={t(shellMessages.compose)}
          onClick={onCompose}
        >
          <Icon as={Feather} size="6" />
        </Button>
      )}
      <chakra.nav
        aria-label={t(navMessages.main)}
        position="fixed"
        insetX="0"
        bottom="0"
        zIndex="bar"
        pb={SAFE_AREA}
        bg="surface"
        borderTopWidth="1px"
        borderColor="border"
      >
        <chakra.ul display="flex">
          {entries.slice(0, BOTTOM_BAR_ENTRIES).map((entry) => (
            <chakra.li key={entry.path} flex="1">
              <NavEntry entry={entry} withLabel={false} justifyContent="center" />
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.nav>
    </chakra.div>
  )
}
