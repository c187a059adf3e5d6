import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { Section } from './Section.tsx'

export function DeleteAccountSection({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Section
      id="delete"
      title="Delete your account"
      about="Your posts, likes, pictures and everything else of yours are gone at once, and can’t be brought back."
    >
      <Button variant="outline" alignSelf="flex-start" color="bad" borderColor="bad" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <DeleteAccountDialog username={username} open={open} onClose={() => setOpen(false)} />
    </Section>
  )
}
