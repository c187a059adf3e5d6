import { avatarUrl, bio, displayName, problemWith } from '#rules/fields.ts'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

/** What stands in the dialog's fields. */
export interface ProfileForm {
  displayName: string
  bio: string
  avatar: string
}

export type ProfileProblems = Partial<Record<keyof ProfileForm, string>>

export function formOf({ displayName, bio, avatar }: EditProfileDialog_UserFragment): ProfileForm {
  return { displayName, bio: bio ?? '', avatar: avatar ?? '' }
}

/** The fields that were changed; only these are checked and sent. */
export function changesOf(
  form: ProfileForm,
  user: EditProfileDialog_UserFragment,
): Partial<ProfileForm> {
  const before = formOf(user)
  const fields = Object.keys(form) as (keyof ProfileForm)[]
  return Object.fromEntries(
    fields.filter((field) => form[field] !== before[field]).map((field) => [field, form[field]]),
  )
}

export function problemsWith(changes: Partial<ProfileForm>): ProfileProblems {
  const found = {
    avatar: changes.avatar ? problemWith(avatarUrl, changes.avatar) : null,
    displayName:
      changes.displayName === undefined ? null : problemWith(displayName, changes.displayName),
    bio: changes.bio === undefined ? null : problemWith(bio, changes.bio),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}
