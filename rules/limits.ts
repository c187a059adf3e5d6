/** Limits that the client, GraphQL and REST check. Lengths count grapheme clusters. */
export const limits = {
  postLength: 280,
  postLengthWarning: 240,
  displayNameLength: 50,
  bioLength: 160,
  usernameLength: { min: 3, max: 30 },
  /** `units` bounds UTF-16 units, because normalizing takes quadratic time; 128 long emoji fit. */
  passwordLength: { min: 8, max: 128, units: 2_048 },
  imageAltLength: 1_500,
  linkLength: 2_048,
  queryLength: 100,
  /** UTF-8 bytes of any text, regardless of its character limit. */
  textBytes: 8 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  pageSize: { min: 1, default: 20, max: 100 },
} as const
