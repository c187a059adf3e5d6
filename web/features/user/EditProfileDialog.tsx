import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { demoUser } from '#rules/demo-user.ts'
import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { profileFormMessages } from '../../messages/profile-form.ts'
import { reasonMessages } from '../../messages/reasons.ts'
import { TextareaField, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { AvatarField } from './AvatarField.tsx'
import {
  type EditProfileDialog_UserFragment,
  useEditProfileDialog_UserFragment,
} from './EditProfileDialog.generated.ts'
import { LengthCounter } from './LengthCounter.tsx'
import { changedFields, profileSchema, toProfileForm } from './profile-form.ts'
import { useUpdateProfile } from './use-update-profile.ts'

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

interface EditProfileFormProps {
  user: EditProfileDialog_UserFragment
  onSaved: () => void
}

/** The fields of a profile, prefilled when the dialog opens. */
function EditProfileForm({ user, onSaved }: EditProfileFormProps) {
  const { form, avatar } = useProfileForm({ user, onSaved })
  const { displayName, bio } = form.values
  const isDemo = user.id === demoUser.id
  return (
    <chakra.form {...form.props} display="flex" flexDirection="column" gap="5">
      <AvatarField user={{ id: user.id, displayName }} {...avatar} />
      <TextField
        {...form.field('displayName')}
        label={t(profileFormMessages.displayName)}
        counter={
          isDemo ? (
            t(profileFormMessages.demoUserName)
          ) : (
            <LengthCounter text={displayName} max={limits.displayNameLength} />
          )
        }
        autoComplete="name"
        dir="auto"
        disabled={isDemo}
      />
      <TextareaField
        {...form.field('bio')}
        label={t(profileFormMessages.bio)}
        counter={<LengthCounter text={bio} max={limits.bioLength} />}
        rows={3}
        dir="auto"
      />
    </chakra.form>
  )
}

function useProfileForm({ user, onSaved }: EditProfileFormProps) {
  const [initial] = useState(() => toProfileForm(user))
  const [brokenAvatar, setBrokenAvatar] = useState('')
  const update = useUpdateProfile(user)
  const form = useForm({
    initial,
    schema: profileSchema(initial, brokenAvatar),
    onSubmit: (values) => update(changedFields(initial, values)),
    onSent: onSaved,
  })
  const field = form.field('avatar')
  const isBroken = field.value !== '' && field.value === brokenAvatar
  const avatar = {
    ...field,
    error: field.error ?? (isBroken ? t(reasonMessages.IMAGE_URL_INVALID) : undefined),
    onBroken: () => setBrokenAvatar(field.value),
  }
  return { form, avatar }
}
