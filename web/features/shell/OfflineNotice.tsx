import { chakra } from '@chakra-ui/react'
import CloudOff from 'lucide-react/icons/cloud-off'
import { connectionLost } from '../../lib/connection.ts'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { shellMessages } from '../../messages/shell.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Shown while the server is unreachable. */
export function OfflineNotice() {
  const isLost = useStore(connectionLost)
  return (
    <chakra.div
      role="status"
      position="fixed"
      top="2"
      // On a phone it covers the title.
      insetStart={{ base: '4', md: '50%' }}
      insetEnd={{ base: '4', md: 'auto' }}
      zIndex="toast"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      {isLost && (
        <chakra.p
          display="flex"
          alignItems="center"
          gap="3"
          px="4"
          py="2"
          bg="ink"
          color="bg"
          borderRadius="full"
          boxShadow="float"
          textStyle="control"
          animation="fade-in"
          animationDuration="transition"
        >
          <Icon as={CloudOff} />
          {t(shellMessages.offline)}
        </chakra.p>
      )}
    </chakra.div>
  )
}
