import { isVisible } from '#rules/blank.ts'
import { limits } from '#rules/limits.ts'
import { isUploadPath, isWebLink } from '#rules/links.ts'
import { cleanText, fits } from '#rules/text.ts'
import { t } from '../../../lib/i18n.ts'
import { mediaMessages } from '../../../messages/media.ts'
import { postReasonMessages } from '../../../messages/post-reasons.ts'
import type { Draft } from './draft.ts'

/** @returns a message when the text can't be shared, else null */
export function problemWithContent(content: string): string | null {
  if (!isVisible(cleanText(content))) return t(postReasonMessages.POST_EMPTY)
  return fits(content, limits.postLength) ? null : t(postReasonMessages.POST_TOO_LONG)
}

/** @returns a message when a photo's description is too long, else null */
export function problemWithAlt(imageAlt: string): string | null {
  return fits(imageAlt, limits.imageAltLength) ? null : t(postReasonMessages.IMAGE_ALT_TOO_LONG)
}

/** @returns a message when the attachment is invalid, else null */
export function problemWithMedia(draft: Draft): string | null {
  const { media, isUploading, imageUrl, imageAlt, videoUrl } = draft
  if (media === 'image' && isUploading) return t(mediaMessages.uploadUnfinished)
  if (media === 'image' && imageUrl && !isUploadPath(imageUrl) && !isWebLink(imageUrl))
    return t(postReasonMessages.IMAGE_URL_INVALID)
  if (media === 'image' && imageUrl && problemWithAlt(imageAlt)) return problemWithAlt(imageAlt)
  if (media === 'video' && videoUrl && !isWebLink(videoUrl))
    return t(postReasonMessages.VIDEO_URL_INVALID)
  return null
}
