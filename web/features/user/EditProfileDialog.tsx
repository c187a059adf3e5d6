import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { profileFormMessages } from '../../messages/profile-form.ts'
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
  return (
    <FormDialog
      title={t(profileFormMessages.title)}
      submit={t(profileFormMessages.save)}
      open={open}
      onClose={onClose}
    >
      <EditProfileForm user={user} onSaved={onClose} />
    </FormDialog>
  )
}
