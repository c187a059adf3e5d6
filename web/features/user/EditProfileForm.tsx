import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { demoUser } from '#rules/demo-user.ts'
import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { AvatarField } from './AvatarField.tsx'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'
import { LengthCounter } from './LengthCounter.tsx'
import {
  changedFields,
  type ProfileForm,
  type ProfileProblems,
  problemsWith,
  toProfileForm,
} from './profile-form.ts'
import { useUpdateProfile } from './use-update-profile.ts'

interface EditProfileFormProps {
  id: string
  user: EditProfileDialog_UserFragment
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

/** The fields of a profile, prefilled when the dialog opens. */
export function EditProfileForm(props: EditProfileFormProps) {
  const { id, user, onBusy } = props
  const { form, problems, change, markAvatarBroken, save } = useProfileForm(props)
  const isDemo = user.id === demoUser.id
  return (
    <chakra.form id={id} noValidate onSubmit={save} display="flex" flexDirection="column" gap="5">
      <AvatarField
        user={{ id: user.id, displayName: form.displayName }}
        value={form.avatar}
        problem={problems.avatar}
        onChange={(avatar) => change({ avatar })}
        onBroken={markAvatarBroken}
        onUploading={onBusy}
      />
      <Field
        label="Display name"
        error={problems.displayName}
        hint={
          isDemo ? (
            'You can’t rename the demo user.'
          ) : (
            <LengthCounter text={form.displayName} max={limits.displayNameLength} />
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            name="displayName"
            autoComplete="name"
            dir="auto"
            disabled={isDemo}
            value={form.displayName}
            onChange={({ target }) => change({ displayName: target.value })}
          />
        )}
      </Field>
      <Field
        label="Bio"
        error={problems.bio}
        hint={<LengthCounter text={form.bio} max={limits.bioLength} />}
      >
        {(control) => (
          <Textarea
            {...control}
            name="bio"
            rows={3}
            dir="auto"
            value={form.bio}
            onChange={({ target }) => change({ bio: target.value })}
          />
        )}
      </Field>
    </chakra.form>
  )
}

function useProfileForm({ user, onBusy, onSaved }: EditProfileFormProps) {
  const [form, setForm] = useState(() => toProfileForm(user))
  const [serverErrors, setServerErrors] = useState<ProfileProblems>({})
  const [brokenAvatar, setBrokenAvatar] = useState('')
  const isSaving = useRef(false)
  const update = useUpdateProfile(user)
  const changes = changedFields(form, user)
  const problems: ProfileProblems = {
    ...(form.avatar !== '' && form.avatar === brokenAvatar && { avatar: messages.imageUrlInvalid }),
    ...serverErrors,
    ...problemsWith(changes),
  }

  const change = (values: Partial<ProfileForm>) => {
    setForm((form) => ({ ...form, ...values }))
    setServerErrors((errors) =>
      Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in values))),
    )
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invalid = Object.keys(problems).find((field) => field in changes)
    if (invalid) return event.currentTarget.querySelector<HTMLElement>(`[name=${invalid}]`)?.focus()
    if (isSaving.current) return
    isSaving.current = true
    onBusy(true)
    const errors = await update(changes)
    isSaving.current = false
    onBusy(false)
    if (errors) setServerErrors(errors)
    else onSaved()
  }
  const markAvatarBroken = () => setBrokenAvatar(form.avatar)
  return { form, problems, change, markAvatarBroken, save }
}
