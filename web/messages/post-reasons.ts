import { msg } from '@lingui/core/macro'
import { limits } from '#rules/limits.ts'

/** The reasons that the feed's first screen shows. Quoted from the specification. */
export const postReasonMessages = {
  POST_EMPTY: msg`Please write something positive to share!`,
  POST_TOO_LONG: msg`Post must be ${limits.postLength} characters or less.`,
  IMAGE_URL_INVALID: msg`Invalid image URL`,
  VIDEO_URL_INVALID: msg`Invalid video URL`,
}
