import { chakra } from '@chakra-ui/react'
import { Card } from '../../ui/Card.tsx'
import { JoinButton } from './DemoButtons.tsx'

/** Invites visitors, who can neither post nor like. */
export function JoinBar() {
  return (
    <Card
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      bg="accentSubtle"
      borderColor="transparent"
    >
      <chakra.p textStyle="name">Join Good Vibes to like these posts and share your own.</chakra.p>
      <JoinButton />
    </Card>
  )
}
