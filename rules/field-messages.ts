import { limits } from './limits.ts'

/** Validation messages of client and server. Kept apart from messages.ts, which the feed loads. */
export const fieldMessages = {
  displayNameEmpty: 'Please enter a display name.',
  displayNameTooLong: `Display name must be ${limits.displayNameLength} characters or less.`,
  bioTooLong: `Bio must be ${limits.bioLength} characters or less.`,
  imageAltTooLong: `The photo’s description must be ${limits.imageAltLength} characters or less.`,
  queryEmpty: 'Please enter something to search for.',
  queryTooLong: `A search must be ${limits.queryLength} characters or less.`,
} as const
