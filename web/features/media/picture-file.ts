import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'

// Some systems give these no type of their own.
const PICTURE_NAME = /\.(heic|heif|avif)$/i

/** What is wrong with a file that was chosen as a picture, in the words of a toast; null when nothing is. */
export function problemWithPicture(file: File): { title: string; description: string } | null {
  if (!file.type.startsWith('image/') && !PICTURE_NAME.test(file.name)) return messages.pictureType
  return file.size > limits.pictureBytes ? messages.pictureSize : null
}

/** The first picture among what was pasted or dropped. */
export function pictureIn(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/')) ?? null
}
