import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { focusSection } from '../auth/SettingsSection.tsx'
import { SECTION_ID } from './section-id.ts'
import { type TokenRow_TokenFragment, useRevokeApiTokenMutation } from './TokenRow.generated.ts'

interface RevokeTokenDialogProps {
  token: Pick<TokenRow_TokenFragment, 'id' | 'name'>
  open: boolean
  onClose: () => void
}

export function RevokeTokenDialog({ token, open, onClose }: RevokeTokenDialogProps) {
  const revokeApiToken = useRevokeApiTokenMutation()
  const revoke = async () => {
    onClose()
    const { succeeded } = await revokeApiToken(
      { apiTokenId: token.id },
      {
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'ApiToken', id: token.id }) ?? '' })
        },
        successToast: { title: t(apiTokenMessages.revoked) },
      },
    )
    // The focused button disappears.
    if (succeeded) focusSection(SECTION_ID)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(apiTokenMessages.revokeTitle(token.name))}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(apiTokenMessages.keep)}
          </Button>
          <Button variant="danger" onClick={revoke}>
            {t(apiTokenMessages.revoke)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        {t(apiTokenMessages.revokeAbout)}
      </chakra.p>
    </Dialog>
  )
}
