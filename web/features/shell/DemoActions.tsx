import { Flex } from '@chakra-ui/react'
import { JoinButton, LeaveDemoButton } from './DemoButtons.tsx'

/** Join and leave buttons for a phone, which has no sidebar. */
export function DemoActions() {
  return (
    <Flex wrap="wrap" gap="2" mt="3" pt="3" borderTopWidth="1px" display={{ md: 'none' }}>
      <JoinButton variant="outline" />
      <LeaveDemoButton />
    </Flex>
  )
}
