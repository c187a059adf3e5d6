import * as z from 'zod/mini'
import { avatarUrl, bio, displayName } from '#rules/fields.ts'
import { unless } from '../../lib/unless.ts'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

export type ProfileForm = Record<'displayName' | 'bio' | 'avatar', string>

export function toProfileForm({
  displayName,
  bio,
  avatar,
}: EditProfileDialog_UserFragment): ProfileForm {
  return { displayName, bio: bio ?? '', avatar: avatar ?? '' }
}

/** The changed fields; only these are validated and sent. */
export function changedFields(initial: ProfileForm, form: ProfileForm): Partial<ProfileForm> {
  const fields = Object.keys(form) as (keyof ProfileForm)[]
  return Object.fromEntries(
    fields.filter((field) => form[field] !== initial[field]).map((field) => [field, form[field]]),
  )
}

/** @param brokenAvatar a link whose picture does not load */
export function profileSchema(initial: ProfileForm, brokenAvatar: string) {
  const avatar = avatarUrl.check(z.refine((value) => value !== brokenAvatar, 'IMAGE_URL_INVALID'))
  return z.object({
    avatar: unless((value) => value === '' || value === initial.avatar, avatar),
    displayName: unless((value) => value === initial.displayName, displayName),
    bio: unless((value) => value === initial.bio, bio),
  })
}
