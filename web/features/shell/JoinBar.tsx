import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { shellMessages } from '../../messages/shell.ts'
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
      <chakra.p textStyle="name">{t(shellMessages.joinInvitation)}</chakra.p>
      <JoinButton />
    </Card>
  )
}
