import type { UploadedPicture } from '#rules/upload-api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { mediaMessages } from '../../messages/media.ts'
import { reasonMessages } from '../../messages/reasons.ts'
import { showToast } from '../../ui/toast.ts'
import { problemWithPicture } from './picture-file.ts'
import { type UploadOptions, uploadPicture } from './upload-picture.ts'

/** Checks and uploads a picture. @returns null after an error, which is a toast unless aborted */
export async function sendPicture(
  file: File,
  options: UploadOptions,
): Promise<UploadedPicture | null> {
  const problem = problemWithPicture(file)
  if (problem) {
    showToast({ kind: 'error', ...problem })
    return null
  }
  try {
    return await uploadPicture(file, options)
  } catch (error) {
    if (!options.signal.aborted)
      showToast({
        kind: 'error',
        title: t(mediaMessages.uploadFailed),
        description: messageOf(error, t(reasonMessages.PICTURE_UNREADABLE)),
      })
    return null
  }
}
