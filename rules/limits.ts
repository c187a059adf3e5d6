/** The numbers that the client, GraphQL and REST all check. Lengths count what a person sees as characters. */
export const limits = {
  postLength: 280,
  postLengthWarning: 240,
  displayNameLength: 50,
  bioLength: 160,
  usernameLength: { min: 3, max: 30 },
  passwordLength: { min: 8, max: 128 },
  /** UTF-16 units of a password: 128 of the longest emoji fit. Normalizing takes the square of a text's length. */
  passwordUnits: 2_048,
  /** Of one account. */
  passkeys: 20,
  imageAltLength: 1_500,
  linkLength: 2_048,
  queryLength: 100,
  /** UTF-8 bytes behind any text, however few characters they make. */
  textBytes: 8 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  pageSize: { min: 1, default: 20, max: 100 },
} as const
