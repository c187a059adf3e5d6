const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** The limit of every JSON body, without its embedded picture. */
export const SMALL_BODY_BYTES = 64 * KILOBYTE
/** Fits an embedded picture of 5 MB, which base64 makes a third larger. */
export const PICTURE_BODY_BYTES = 8 * MEGABYTE
/** The server reads this much of a rejected body, so that its sender can read the response. */
export const MAX_DISCARDED_BYTES = 32 * MEGABYTE
