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
  changesOf,
  formOf,
  type ProfileForm,
  type ProfileProblems,
  problemsWith,
} from './profile-form.ts'
import { useUpdateProfile } from './use-update-profile.ts'

interface EditProfileFormProps {
  id: string
  user: EditProfileDialog_UserFragment
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

/** The fields of a profile, prefilled from it as it stands when the dialog opens. */
export function EditProfileForm({ id, user, onBusy, onSaved }: EditProfileFormProps) {
  const [form, setForm] = useState(() => formOf(user))
  const [refused, setRefused] = useState<ProfileProblems>({})
  const [brokenAvatar, setBrokenAvatar] = useState('')
  const saving = useRef(false)
  const update = useUpdateProfile(user)
  const isDemo = user.id === demoUser.id
  const changes = changesOf(form, user)
  const problems: ProfileProblems = {
    ...(form.avatar !== '' && form.avatar === brokenAvatar && { avatar: messages.imageUrlInvalid }),
    ...refused,
    ...problemsWith(changes),
  }

  const change = (change: Partial<ProfileForm>) => {
    setForm((form) => ({ ...form, ...change }))
    setRefused((refused) =>
      Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in change))),
    )
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = Object.keys(problems).find((field) => field in changes)
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    if (saving.current) return
    saving.current = true
    onBusy(true)
    const answer = await update(changes)
    saving.current = false
    onBusy(false)
    if (answer) setRefused(answer)
    else onSaved()
  }

  return (
    <chakra.form id={id} noValidate onSubmit={save} display="flex" flexDirection="column" gap="5">
      <AvatarField
        user={{ id: user.id, displayName: form.displayName }}
        value={form.avatar}
        problem={problems.avatar}
        onChange={(avatar) => change({ avatar })}
        onBroken={() => setBrokenAvatar(form.avatar)}
        onUploading={onBusy}
      />
      <Field
        label="Display name"
        error={problems.displayName}
        hint={
          isDemo ? (
            'The demo user keeps this name.'
          ) : (
            <LengthCounter text={form.displayName} most={limits.displayNameLength} />
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
        hint={<LengthCounter text={form.bio} most={limits.bioLength} />}
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
