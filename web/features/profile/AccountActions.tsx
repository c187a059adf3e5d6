import { chakra, Flex } from '@chakra-ui/react'
import { canUsePasskeys } from '../../lib/passkey.ts'
import { SignOutButton } from '../shell/SignOutButton.tsx'
import { AddPasskeyButton } from './AddPasskeyButton.tsx'

/** What one does with one's own account; quiet, below who one is. */
export function AccountActions() {
  return (
    <Flex wrap="wrap" gap="2" mt="3" pt="3" borderTopWidth="1px" borderColor="border">
      {canUsePasskeys() && <AddPasskeyButton />}
      {/* A phone has no sidebar to sign out in. */}
      <chakra.span display={{ md: 'none' }}>
        <SignOutButton />
      </chakra.span>
    </Flex>
  )
}
