import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
    const { error } = await revokeApiToken(
      { apiTokenId: token.id },
      {
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'ApiToken', id: token.id }) ?? '' })
        },
        successToast: { title: t(apiTokenMessages.revoked) },
      },
    )
    // The focused button disappears.
    if (!error) focusSection(SECTION_ID)
  }
  return (
    <ConfirmDialog
      title={t(apiTokenMessages.revokeTitle(token.name))}
      open={open}
      onClose={onClose}
      keep={t(apiTokenMessages.keep)}
      confirm={t(apiTokenMessages.revoke)}
      onConfirm={revoke}
    >
      {t(apiTokenMessages.revokeAbout)}
    </ConfirmDialog>
  )
}
