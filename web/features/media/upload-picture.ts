import { demoUser } from '#rules/demo-user.ts'
import * as uploadApi from '#rules/upload-api.ts'
import { accountHeader } from '../../lib/account.ts'
import { rejectWith } from '../../lib/api-error.ts'
import { isDemo } from '../../lib/demo-storage.ts'
import { failed, parse, unreachable } from '../../lib/request.ts'
import { scaleDown } from './scale-picture.ts'

export interface UploadOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Uploads a picture; a large one is scaled down first.
 * @throws ApiError for any status outside 2xx and when the server is unreachable, AbortError
 */
export async function uploadPicture(
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<uploadApi.UploadedPicture> {
  const form = new FormData()
  form.set('file', await scaleDown(file), file.name)
  signal.throwIfAborted()
  // Only XMLHttpRequest reports upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open(uploadApi.uploadPicture.method, uploadApi.uploadPicture.path)
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    if (isDemo()) request.setRequestHeader(demoUser.header, '1')
    for (const [name, value] of Object.entries(accountHeader()))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress(loaded / total)
    request.onload = () => resolve(resultOf(request))
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** @throws ApiError */
async function resultOf(request: XMLHttpRequest): Promise<uploadApi.UploadedPicture> {
  const { status, statusText, responseText: body } = request
  if (status >= 200 && status < 300) return parse(uploadApi.uploadPicture.response, status, body)
  const contentType = request.getResponseHeader('content-type')
  return rejectWith(await failed({ status, statusText, contentType, body }))
}
