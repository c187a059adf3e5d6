import { limits } from './limits.ts'

/** What is wrong with what somebody typed, in the words of client and server; apart from what is loaded with the feed. */
export const fieldMessages = {
  displayNameEmpty: 'Please enter a display name.',
  displayNameTooLong: `Display name must be ${limits.displayNameLength} characters or less.`,
  bioTooLong: `Bio must be ${limits.bioLength} characters or less.`,
  imageAltTooLong: `The picture's description must be ${limits.imageAltLength} characters or less.`,
  queryEmpty: 'Please enter something to search for.',
  queryTooLong: `A search must be ${limits.queryLength} characters or less.`,
} as const
