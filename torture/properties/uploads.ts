import fc, { type Arbitrary } from 'fast-check'
import { httpStatus } from '#api/lib/errors.ts'
import { takesFile } from '#api/rest/openapi.ts'
import { routes } from '#api/rest/routes.ts'
import { photo } from '#api/test/pictures.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { type Answer, askFor, parsed } from './request.ts'
import { problemIn } from './rows.ts'

const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
const HEADS = [
  'GIF89a',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBPVP8 ',
  '\0\0\0 ftypavif',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  'BM',
]

/** Any bytes: none, noise, noise after the beginning of a picture, a picture with some bytes changed or cut off. */
export async function anyBytes(): Promise<Arbitrary<Uint8Array>> {
  const pictures = await Promise.all(
    FORMATS.map(async (format) => new Uint8Array(await photo().toFormat(format).toBuffer())),
  )
  const noise = fc.uint8Array({ maxLength: 400 })
  const headed = fc
    .tuple(fc.constantFrom(...HEADS), noise)
    .map(([head, rest]) => new Uint8Array([...Buffer.from(head, 'latin1'), ...rest]))
  const spoilt = fc
    .record({
      picture: fc.constantFrom(...pictures),
      changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ picture, changes, keep }) => {
      const bytes = picture.slice(0, Math.floor(picture.length * keep))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    })
  return fc.oneof(
    { weight: 1, arbitrary: noise },
    { weight: 2, arbitrary: headed },
    { weight: 3, arbitrary: spoilt },
  )
}

/** Uploads bytes, as a form or as a form in name alone, and sees that they are refused, or a picture that can be seen. */
export const isPictureOrRefused =
  (who: Visitor, longest: number) => async (bytes: Uint8Array, inForm: boolean) => {
    const boundary = 'ThisIsWhereAPartEnds'
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
    const body = inForm ? [part, bytes, `\r\n--${boundary}--\r\n`] : [bytes]
    const answer = await askFor(
      {
        method: 'POST',
        path: '/api/media',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat(body.map((each) => Buffer.from(each))),
        judge,
      },
      who,
      longest,
    )
    if (answer.status !== 201) return
    const { url } = JSON.parse(answer.text) as { url: string }
    const seen = await who.fetch(url)
    const start = Buffer.from(await seen.arrayBuffer()).toString('latin1', 0, 12)
    if (seen.status !== 200 || !/^RIFF.{4}WEBP$/s.test(start))
      throw new Error(`${url} cannot be seen: ${seen.status}.`)
  }

function judge(answer: Answer): string | null {
  const route = routes.find(takesFile)
  if (answer.status === route?.status)
    return route.response?.safeParse(parsed(answer.text)).success ? null : 'It is not as described.'
  return route?.errors.some((code) => httpStatus[code] === answer.status)
    ? problemIn(answer)
    : 'This status is not described.'
}
