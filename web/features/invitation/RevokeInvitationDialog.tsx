import { Stack } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { focusSection } from '../auth/SettingsSection.tsx'
import { useRevokeInvitationMutation } from './InvitationRow.generated.ts'
import { SECTION_ID } from './section-id.ts'

interface RevokeInvitationDialogProps {
  invitationId: string
  /** Moderators can also suspend the people who joined. */
  isModerator: boolean
  open: boolean
  onClose: () => void
}

export function RevokeInvitationDialog({
  invitationId,
  isModerator,
  open,
  onClose,
}: RevokeInvitationDialogProps) {
  const revokeInvitation = useRevokeInvitationMutation()
  const revoke = async (suspendInvitees: boolean) => {
    onClose()
    const { revokedToast, suspendedToast } = invitationMessages
    const successToast = { title: t(suspendInvitees ? suspendedToast : revokedToast) }
    const input = { invitationId, ...(suspendInvitees && { suspendInvitees }) }
    const { error } = await revokeInvitation(input, { successToast })
    // The focused button disappears.
    if (!error) focusSection(SECTION_ID)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(invitationMessages.revokeTitle)}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(invitationMessages.keep)}
          </Button>
          {isModerator && (
            <Button variant="danger" onClick={() => revoke(true)}>
              {t(invitationMessages.suspend)}
            </Button>
          )}
          <Button variant="danger" onClick={() => revoke(false)}>
            {t(invitationMessages.revoke)}
          </Button>
        </>
      }
    >
      <Stack gap="2">
        <Muted>{t(invitationMessages.revokeAbout)}</Muted>
        {isModerator && <Muted>{t(invitationMessages.suspendAbout)}</Muted>}
      </Stack>
    </Dialog>
  )
}
