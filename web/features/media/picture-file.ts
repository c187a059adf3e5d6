import { limits } from '#rules/limits.ts'

// Some systems report no MIME type for these.
const PICTURE_NAME = /\.(heic|heif|avif)$/i

/** Why a file cannot be uploaded. */
export type PictureProblem = 'PICTURE_TYPE_INVALID' | 'PICTURE_TOO_LARGE'

/** @returns null for an image that is not too large */
export function problemWithPicture(file: File): PictureProblem | null {
  if (!file.type.startsWith('image/') && !PICTURE_NAME.test(file.name))
    return 'PICTURE_TYPE_INVALID'
  return file.size > limits.pictureBytes ? 'PICTURE_TOO_LARGE' : null
}
