import { limits } from '#rules/limits.ts'
import { isUploadPath, isWebLink } from '#rules/links.ts'
import { messages } from '#rules/messages.ts'
import { cleanText, fits, isVisible, visibleLength } from '#rules/text.ts'
import type { Draft } from './draft.ts'

/** Length in graphemes, or in code units beyond the byte limit, where counting graphemes is slow. */
export function lengthOf(content: string): number {
  return content.length > limits.textBytes ? content.length : visibleLength(content)
}

/** @returns a message when the text can't be shared, else null */
export function problemWithContent(content: string): string | null {
  if (!isVisible(cleanText(content))) return messages.postEmpty
  return fits(content, limits.postLength) ? null : messages.postTooLong
}

/** @returns a message when the attachment is invalid, else null */
export function problemWithMedia({ media, imageUrl, videoUrl }: Draft): string | null {
  if (media === 'image' && imageUrl && !isUploadPath(imageUrl) && !isWebLink(imageUrl))
    return messages.imageUrlInvalid
  if (media === 'video' && videoUrl && !isWebLink(videoUrl)) return messages.videoUrlInvalid
  return null
}
