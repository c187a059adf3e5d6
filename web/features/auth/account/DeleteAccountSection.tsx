import { useState } from 'react'
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
      title="Delete your account"
      about="Your posts, likes, photos and all other data are deleted right away. This can’t be undone."
    >
      <Button
        variant="outline"
        alignSelf="flex-start"
        color="bad"
        borderColor="bad"
        onClick={() => setOpen(true)}
      >
        Delete account
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
