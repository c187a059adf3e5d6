import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { userMessages } from '../../messages/user.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

const EditProfileDialog = lazyDialog(() => import('./EditProfileDialog.tsx'))

export function EditProfileButton({
  user,
}: {
  user: FragmentType<EditProfileDialog_UserFragment>
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t(userMessages.editProfile)}
      </Button>
      <EditProfileDialog user={user} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
