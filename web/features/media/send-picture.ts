import type { UploadedPicture } from '#rules/upload-api.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { SIGN_IN_FIRST, signInOffer } from '../../lib/sign-in-offer.ts'
import { mediaMessages } from '../../messages/media.ts'
import { reasonMessages } from '../../messages/reasons.ts'
import { showToast } from '../../ui/toast.ts'
import type { PictureProblem } from './picture-file.ts'
import { type UploadOptions, uploadPicture } from './upload-picture.ts'

/** Shows why a file is not uploaded. */
export function refusePicture(problem: PictureProblem): void {
  const titles = {
    PICTURE_TYPE_INVALID: mediaMessages.typeInvalid,
    PICTURE_TOO_LARGE: mediaMessages.tooLarge,
  }
  const description = t(reasonMessages[problem])
  showToast({ kind: 'error', title: t(titles[problem]), description })
}

/** Uploads a picture. @returns null after an error, which is a toast unless aborted */
export async function sendPicture(
  file: File,
  options: UploadOptions,
): Promise<UploadedPicture | null> {
  try {
    return await uploadPicture(file, options)
  } catch (error) {
    if (options.signal.aborted) return null
    if (error instanceof ApiError && error.code === SIGN_IN_FIRST) signInOffer.set(true)
    else
      showToast({
        kind: 'error',
        title: t(mediaMessages.uploadFailed),
        description: messageOf(error, t(reasonMessages.PICTURE_UNREADABLE)),
      })
    return null
  }
}
