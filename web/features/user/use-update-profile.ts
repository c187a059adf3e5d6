import { cleanLine, cleanText } from '#rules/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { reasonText } from '../../lib/reason-text.ts'
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
    const { succeeded, userErrors } = await updateProfile(changes, {
      optimistic: { user: optimisticUser(user, changes) },
      successToast: {
        title: t(profileFormMessages.updated),
        description: t(profileFormMessages.updatedDescription),
      },
      failureToast: ({ explanation }) => ({
        title: t(profileFormMessages.failed),
        description: explanation ?? t(profileFormMessages.failedDescription),
      }),
    })
    if (succeeded) return
    const fields = Object.fromEntries(userErrors.map((error) => [error.field, reasonText(error)]))
    throw new ApiError({ status: 0, detail: t(profileFormMessages.failedDescription), fields })
  }
}

/** The user that the server will return. */
function optimisticUser(
  user: EditProfileDialog_UserFragment,
  { displayName, bio, avatar }: Partial<ProfileForm>,
) {
  return {
    ...user,
    ...(displayName !== undefined && { displayName: cleanLine(displayName) }),
    ...(bio !== undefined && { bio: cleanText(bio) || null }),
    ...(avatar !== undefined && { avatar: avatar || null }),
  }
}
