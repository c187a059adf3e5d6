import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'

// Some systems report no MIME type for these.
const PICTURE_NAME = /\.(heic|heif|avif)$/i

/** @returns the text of a toast when the file is not an image or too large, else null */
export function problemWithPicture(file: File): { title: string; description: string } | null {
  if (!file.type.startsWith('image/') && !PICTURE_NAME.test(file.name)) return messages.pictureType
  return file.size > limits.pictureBytes ? messages.pictureSize : null
}
