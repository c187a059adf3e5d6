import { profileMessages } from '#rules/profile-messages.ts'
import { cleanLine, cleanText } from '#rules/text.ts'
import { showToast } from '../../ui/toast.ts'
import {
  type EditProfileDialog_UserFragment,
  useUpdateProfileMutation,
} from './EditProfileDialog.generated.ts'
import type { ProfileForm, ProfileProblems } from './profile-form.ts'

/**
 * Saves changes of a profile: they show at once and go again when the server refuses them. The outcome is told in a toast.
 * Resolves to null when they are saved, else to what is wrong with which field.
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
            user: expected(user, changes),
            userErrors: [],
          },
        },
      })
      const errors = data?.updateProfile.userErrors ?? []
      if (errors.length === 0) {
        showToast({ kind: 'good', ...profileMessages.profileUpdated })
        return null
      }
      const limit = errors.find(({ code }) => code === 'RATE_LIMITED')
      showToast({
        kind: 'bad',
        ...profileMessages.profileFailed,
        ...(limit && { description: limit.message }),
      })
      return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
    } catch {
      showToast({ kind: 'bad', ...profileMessages.profileFailed })
      return {}
    }
  }
}

/** The profile as the server will answer it. */
function expected(
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
