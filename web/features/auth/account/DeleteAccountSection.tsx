import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { Section } from '../SettingsSection.tsx'

export function DeleteAccountSection({
  username,
  hasPassword,
}: {
  username: string
  hasPassword: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <Section
      id="delete"
      title="Delete your account"
      about="Your posts, likes, pictures and everything else of yours are gone at once, and can’t be brought back."
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
    </Section>
  )
}
