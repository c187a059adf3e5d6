/** Quoted from the specification. Kept apart from messages.ts, which the feed loads. */
export const profileMessages = {
  profileUpdated: {
    title: 'Profile updated',
    description: 'Your profile has been successfully updated.',
  },
  profileFailed: { title: 'Error', description: 'Failed to update profile. Please try again.' },
} as const
