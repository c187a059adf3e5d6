import { limits } from '#rules/limits.ts'
import { t } from '../../lib/i18n.ts'
import { mediaMessages } from '../../messages/media.ts'
import { reasonMessages } from '../../messages/reasons.ts'

// Some systems report no MIME type for these.
const PICTURE_NAME = /\.(heic|heif|avif)$/i

/** @returns the text of a toast when the file is not an image or too large, else null */
export function problemWithPicture(file: File): { title: string; description: string } | null {
  if (!file.type.startsWith('image/') && !PICTURE_NAME.test(file.name))
    return {
      title: t(mediaMessages.typeInvalid),
      description: t(reasonMessages.PICTURE_TYPE_INVALID),
    }
  if (file.size > limits.pictureBytes)
    return {
      title: t(mediaMessages.tooLarge),
      description: t(reasonMessages.PICTURE_TOO_LARGE),
    }
  return null
}
