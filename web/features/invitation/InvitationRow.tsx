import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { fullDate } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { SettingsRow } from '../auth/SettingsSection.tsx'
import {
  type InvitationRow_InvitationFragment,
  useInvitationRow_InvitationFragment,
} from './InvitationRow.generated.ts'
import { stateOf } from './invitation-state.ts'

/** As many characters as people compare. */
const ENDING = 4

interface InvitationRowProps {
  invitation: FragmentType<InvitationRow_InvitationFragment>
  onRevoke: (invitationId: string) => void
}

/** An own invitation: its link, how often it was used, and its end. */
export function InvitationRow({ invitation: reference, onRevoke }: InvitationRowProps) {
  const invitation = useInvitationRow_InvitationFragment(reference)
  const { id, url, uses, maxUses, revokedAt } = invitation
  const ending = url.slice(-ENDING)
  return (
    <SettingsRow>
      <chakra.div flex="1" minW="14rem">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>{url}</bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          {t(invitationMessages.used(uses, maxUses))}
          <br />
          {stateText(invitation)}
        </chakra.p>
      </chakra.div>
      <Flex gap="2" wrap="wrap">
        {stateOf(invitation, Date.now()) === 'usable' && (
          <Button
            id={copyButtonId(id)}
            variant="outline"
            aria-label={t(invitationMessages.copyNamed(ending))}
            onClick={() => copyText(url, invitationMessages)}
          >
            {t(invitationMessages.copy)}
          </Button>
        )}
        {revokedAt === null && (
          <Button
            variant="ghost"
            aria-label={t(invitationMessages.revokeNamed(ending))}
            onClick={() => onRevoke(id)}
          >
            {t(invitationMessages.revoke)}
          </Button>
        )}
      </Flex>
    </SettingsRow>
  )
}

export const copyButtonId = (invitationId: string) => `copy-${invitationId}`

function stateText(invitation: InvitationRow_InvitationFragment): string {
  const { expiresAt, revokedAt } = invitation
  const end = fullDate(new Date(expiresAt))
  switch (stateOf(invitation, Date.now())) {
    case 'revoked':
      return t(invitationMessages.revoked(fullDate(new Date(revokedAt ?? expiresAt))))
    case 'usedUp':
      return t(invitationMessages.usedUp)
    case 'expired':
      return t(invitationMessages.expired(end))
    case 'usable':
      return t(invitationMessages.until(end))
  }
}
