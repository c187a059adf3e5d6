import type { FragmentType } from '@apollo/client'
import { useId, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { formMessages } from '../../messages/form.ts'
import { profileFormMessages } from '../../messages/profile-form.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import {
  type EditProfileDialog_UserFragment,
  useEditProfileDialog_UserFragment,
} from './EditProfileDialog.generated.ts'
import { EditProfileForm } from './EditProfileForm.tsx'

interface EditProfileDialogProps {
  user: FragmentType<EditProfileDialog_UserFragment>
  open: boolean
  onClose: () => void
}

export default function EditProfileDialog({
  user: reference,
  open,
  onClose,
}: EditProfileDialogProps) {
  const user = useEditProfileDialog_UserFragment(reference)
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t(formMessages.cancel)}
      </Button>
      <Button type="submit" form={formId} disabled={busy}>
        {t(profileFormMessages.save)}
      </Button>
    </>
  )
  return (
    <FormDialog title={t(profileFormMessages.title)} open={open} onClose={onClose} footer={footer}>
      <EditProfileForm id={formId} user={user} onBusy={setBusy} onSaved={onClose} />
    </FormDialog>
  )
}
