import { cleanName, cleanText } from '#rules/text.ts'
import { t } from '../../lib/i18n.ts'
import { profileFormMessages } from '../../messages/profile-form.ts'
import {
  type EditProfileDialog_UserFragment,
  useUpdateProfileMutation,
} from './EditProfileDialog.generated.ts'
import type { ProfileForm } from './profile-form.ts'

/** Saves a profile optimistically. @throws ApiError with the errors of the fields */
export function useUpdateProfile(
  user: EditProfileDialog_UserFragment,
): (changes: Partial<ProfileForm>) => Promise<void> {
  const updateProfile = useUpdateProfileMutation()
  return async (changes) => {
    const { error } = await updateProfile(changes, {
      optimistic: { user: optimisticUser(user, changes) },
      successToast: {
        title: t(profileFormMessages.updated),
        description: t(profileFormMessages.updatedDescription),
      },
      failureToast: ({ code, detail }) => ({
        title: t(profileFormMessages.failed),
        description: code ? detail : t(profileFormMessages.failedDescription),
      }),
    })
    if (error) throw error
  }
}

/** The user that the server will return. */
function optimisticUser(
  user: EditProfileDialog_UserFragment,
  { displayName, bio, avatar }: Partial<ProfileForm>,
) {
  return {
    ...user,
    ...(displayName !== undefined && { displayName: cleanName(displayName) }),
    ...(bio !== undefined && { bio: cleanText(bio) || null }),
    ...(avatar !== undefined && { avatar: avatar || null }),
  }
}
