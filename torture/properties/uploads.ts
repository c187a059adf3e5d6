import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod'
import { httpStatus } from '#api/lib/errors.ts'
import { takesFile } from '#api/rest/openapi.ts'
import { routes } from '#api/rest/routes.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { parseJson, type ReceivedResponse, sendRequest } from './request.ts'
import { invalidProblem } from './rest-requests.ts'

const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
const FILE_SIGNATURES = [
  'GIF89a',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBPVP8 ',
  '\0\0\0 ftypavif',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  'BM',
]

/** Random bytes, random bytes after a file signature, and damaged or truncated photos. */
export async function anyBytes(): Promise<Arbitrary<Uint8Array>> {
  const photos = await Promise.all(
    FORMATS.map(async (format) => new Uint8Array(await photo().toFormat(format).toBuffer())),
  )
  const noise = fc.uint8Array({ maxLength: 400 })
  const signed = fc
    .tuple(fc.constantFrom(...FILE_SIGNATURES), noise)
    .map(([head, rest]) => new Uint8Array([...Buffer.from(head, 'latin1'), ...rest]))
  const damaged = fc
    .record({
      photo: fc.constantFrom(...photos),
      changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ photo, changes, keep }) => {
      const bytes = photo.slice(0, Math.floor(photo.length * keep))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    })
  return fc.oneof(
    { weight: 1, arbitrary: noise },
    { weight: 2, arbitrary: signed },
    { weight: 3, arbitrary: damaged },
  )
}

/** Uploads bytes as a valid or an invalid form. The server has to reject them or serve a photo. */
export const checkUpload =
  (visitor: TestBrowser, timeoutMs: number) => async (bytes: Uint8Array, inForm: boolean) => {
    const boundary = 'MultipartBoundary'
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
    const body = inForm ? [part, bytes, `\r\n--${boundary}--\r\n`] : [bytes]
    const response = await sendRequest(
      {
        method: 'POST',
        path: '/api/media',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat(body.map((chunk) => Buffer.from(chunk))),
        validate,
      },
      visitor,
      timeoutMs,
    )
    if (response.status !== 201) return
    const { url } = JSON.parse(response.text) as { url: string }
    const file = await visitor.fetch(url)
    const start = Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 12)
    if (file.status !== 200 || !/^RIFF.{4}WEBP$/s.test(start))
      throw new Error(`${url} is no photo: ${file.status}.`)
  }

function validate(response: ReceivedResponse): string | null {
  const route = routes.find(takesFile)
  if (response.status === route?.status)
    return route.response && z.safeParse(route.response, parseJson(response.text)).success
      ? null
      : 'The response differs from its schema.'
  return route?.errors.some((code) => httpStatus[code] === response.status)
    ? invalidProblem(response)
    : 'The status is not documented.'
}
