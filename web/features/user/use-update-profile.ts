import { profileMessages } from '#rules/profile-messages.ts'
import { cleanLine, cleanText } from '#rules/text.ts'
import { showToast } from '../../ui/toast.ts'
import {
  type EditProfileDialog_UserFragment,
  useUpdateProfileMutation,
} from './EditProfileDialog.generated.ts'
import type { ProfileForm, ProfileProblems } from './profile-form.ts'

/**
 * Saves a profile optimistically and shows the outcome as a toast.
 * Resolves to null on success, else to messages by field.
 */
export function useUpdateProfile(
  user: EditProfileDialog_UserFragment,
): (changes: Partial<ProfileForm>) => Promise<ProfileProblems | null> {
  const [updateProfile] = useUpdateProfileMutation()
  return async (changes) => {
    try {
      const { data } = await updateProfile({
        variables: { input: changes },
        optimisticResponse: {
          updateProfile: {
            __typename: 'UpdateProfilePayload',
            user: optimisticUser(user, changes),
            userErrors: [],
          },
        },
      })
      const errors = data?.updateProfile.userErrors ?? []
      if (errors.length === 0) {
        showToast({ kind: 'success', ...profileMessages.profileUpdated })
        return null
      }
      const rateLimit = errors.find(({ code }) => code === 'RATE_LIMITED')
      showToast({
        kind: 'error',
        ...profileMessages.profileFailed,
        ...(rateLimit && { description: rateLimit.message }),
      })
      return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
    } catch {
      showToast({ kind: 'error', ...profileMessages.profileFailed })
      return {}
    }
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
