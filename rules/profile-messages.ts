/** What is said when somebody changed a profile, letter for letter as in the specification; apart from what is loaded with the feed. */
export const profileMessages = {
  profileUpdated: {
    title: 'Profile updated',
    description: 'Your profile has been successfully updated.',
  },
  profileFailed: { title: 'Error', description: 'Failed to update profile. Please try again.' },
} as const
