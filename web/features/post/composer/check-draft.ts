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

/** @returns a message when the attachment is invalid, else null */
export function problemWithMedia({ media, isUploading, imageUrl, videoUrl }: Draft): string | null {
  if (media === 'image' && isUploading) return t(mediaMessages.uploadUnfinished)
  if (media === 'image' && imageUrl && !isUploadPath(imageUrl) && !isWebLink(imageUrl))
    return t(postReasonMessages.IMAGE_URL_INVALID)
  if (media === 'video' && videoUrl && !isWebLink(videoUrl))
    return t(postReasonMessages.VIDEO_URL_INVALID)
  return null
}
