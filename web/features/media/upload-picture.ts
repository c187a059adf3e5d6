import { demoUser } from '#rules/demo-user.ts'
import { httpError } from '../../lib/http-error.ts'
import { isDemo } from '../../lib/demo-storage.ts'
import { scaledDown } from './scale-picture.ts'

/** A picture as the server keeps it. */
export interface UploadedPicture {
  /** Its path from the origin. */
  url: string
  width: number
  height: number
  /** A thumbhash in base64. */
  placeholder: string
}

interface UploadOptions {
  /** Told the part that is sent, from 0 to 1. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture, scaled down first where it is large.
 * @throws HttpError when the server refuses it; TypeError when it is not reached; AbortError
 */
export async function uploadPicture(
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<UploadedPicture> {
  const form = new FormData()
  form.set('file', await scaledDown(file), file.name)
  signal?.throwIfAborted()
  // Only XMLHttpRequest tells how much of a body is sent.
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
          httpError({
            status,
            statusText,
            contentType: request.getResponseHeader('content-type'),
            body,
          }),
        )
    }
    request.onerror = () => reject(new TypeError('The server was not reached'))
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
