import { useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { deleteAccountMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

export function DeleteAccountSection({
  username,
  hasPassword,
}: {
  username: string
  hasPassword: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <SettingsSection
      id="delete"
      title={t(deleteAccountMessages.title)}
      about={t(deleteAccountMessages.about)}
    >
      <Button
        variant="outline"
        alignSelf="flex-start"
        color="bad"
        borderColor="bad"
        onClick={() => setOpen(true)}
      >
        {t(deleteAccountMessages.button)}
      </Button>
      <DeleteAccountDialog
        username={username}
        hasPassword={hasPassword}
        open={open}
        onClose={() => setOpen(false)}
      />
    </SettingsSection>
  )
}
