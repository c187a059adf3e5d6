import { demoUser } from '#rules/demo-user.ts'
import { isDemo } from '../../lib/demo-storage.ts'
import { toHttpError } from '../../lib/http-error.ts'
import { scaleDown } from './scale-picture.ts'

/** The response of POST /api/media. */
export interface UploadResult {
  /** Origin-relative path. */
  url: string
  width: number
  height: number
  /** Base64 thumbhash. */
  placeholder: string
}

interface UploadOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * Uploads a picture; a large one is scaled down first.
 * @throws HttpError for any status outside 2xx, TypeError when the server is unreachable, AbortError
 */
export async function uploadPicture(
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<UploadResult> {
  const form = new FormData()
  form.set('file', await scaleDown(file), file.name)
  signal?.throwIfAborted()
  // Only XMLHttpRequest reports upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', '/api/media')
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    if (isDemo()) request.setRequestHeader(demoUser.header, '1')
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total)
    request.onload = () => {
      const { status, statusText, responseText: body } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(body))
      else
        reject(
          toHttpError({
            status,
            statusText,
            contentType: request.getResponseHeader('content-type'),
            body,
          }),
        )
    }
    request.onerror = () => reject(new TypeError('The server is unreachable'))
    request.onabort = () => reject(new DOMException('The upload was aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
