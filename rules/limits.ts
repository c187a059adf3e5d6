/** The numbers that the client, GraphQL and REST all check. Lengths count what a person sees as characters. */
export const limits = {
  postLength: 280,
  postLengthWarning: 240,
  displayNameLength: 50,
  bioLength: 160,
  usernameLength: { min: 3, max: 30 },
  /** As few UTF-16 units as 128 of the longest emoji need: normalizing a password takes the square of its length. */
  passwordLength: { min: 8, max: 128, units: 2_048 },
  imageAltLength: 1_500,
  linkLength: 2_048,
  queryLength: 100,
  /** UTF-8 bytes behind any text, however few characters they make. */
  textBytes: 8 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  pageSize: { min: 1, default: 20, max: 100 },
} as const
