import { msg } from '@lingui/core/macro'
import { limits } from '#rules/limits.ts'

/** The reasons that the feed's first screen shows. */
export const postReasonMessages = {
  POST_EMPTY: msg`Please write something positive to share!`,
  POST_TOO_LONG: msg`Post must be ${limits.postLength} characters or less.`,
  IMAGE_URL_INVALID: msg`Invalid image URL`,
  VIDEO_URL_INVALID: msg`Invalid video URL`,
  IMAGE_ALT_TOO_LONG: msg`The photo’s description must be ${limits.imageAltLength} characters or less.`,
}
