import { avatarUrl, bio, displayName, problemWith } from '#rules/fields.ts'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

export interface ProfileForm {
  displayName: string
  bio: string
  avatar: string
}

export type ProfileProblems = Partial<Record<keyof ProfileForm, string>>

export function toProfileForm({
  displayName,
  bio,
  avatar,
}: EditProfileDialog_UserFragment): ProfileForm {
  return { displayName, bio: bio ?? '', avatar: avatar ?? '' }
}

/** The changed fields; only these are validated and sent. */
export function changedFields(
  form: ProfileForm,
  user: EditProfileDialog_UserFragment,
): Partial<ProfileForm> {
  const initial = toProfileForm(user)
  const fields = Object.keys(form) as (keyof ProfileForm)[]
  return Object.fromEntries(
    fields.filter((field) => form[field] !== initial[field]).map((field) => [field, form[field]]),
  )
}

export function problemsWith(changes: Partial<ProfileForm>): ProfileProblems {
  const problems = {
    avatar: changes.avatar ? problemWith(avatarUrl, changes.avatar) : null,
    displayName:
      changes.displayName === undefined ? null : problemWith(displayName, changes.displayName),
    bio: changes.bio === undefined ? null : problemWith(bio, changes.bio),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}
