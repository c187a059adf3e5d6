import { limits } from '#rules/limits.ts'
import { isUploadPath, isWebLink } from '#rules/links.ts'
import { messages } from '#rules/messages.ts'
import { cleanText, fits, isVisible, visibleLength } from '#rules/text.ts'
import type { Draft } from './draft.ts'

/** How many characters a person sees in a text. One that is too long by any measure is not counted out, which takes time. */
export function lengthOf(content: string): number {
  return content.length > limits.textBytes ? content.length : visibleLength(content)
}

/** What keeps a text from being shared, in words; null when nothing does. */
export function problemWithContent(content: string): string | null {
  if (!isVisible(cleanText(content))) return messages.postEmpty
  return fits(content, limits.postLength) ? null : messages.postTooLong
}

/** What is wrong with the attachment, in words; null when nothing is. */
export function problemWithMedia({ media, imageUrl, videoUrl }: Draft): string | null {
  if (media === 'image' && imageUrl && !isUploadPath(imageUrl) && !isWebLink(imageUrl))
    return messages.imageUrlInvalid
  if (media === 'video' && videoUrl && !isWebLink(videoUrl)) return messages.videoUrlInvalid
  return null
}
