import { readdirSync } from 'node:fs'
import http from 'node:http'
import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { tiledAvif } from '#api/test/pictures/avif.ts'
import {
  dataUrl,
  MEGABYTE,
  pictureServer,
  tooLarge,
  uploadOf,
} from '#api/test/pictures/picture-requests.ts'
import { cameraPhoto, gif, photo, png } from '#api/test/pictures/pictures.ts'
import { reasons } from '#rules/reasons.ts'
import { Post } from './schemas.ts'

const { server, pictures, anonymous, ann, send, share, setAvatar } = await pictureServer()
const notAPicture = 'Please select an image file'

const bombs: [string, Uint8Array, number, string][] = [
  [
    '50,000 × 50,000 pixels',
    png({ width: 50_000, height: 50_000 }),
    413,
    'That photo has too many pixels. Please choose one with at most 50 million.',
  ],
  [
    'HTML that says it is a JPEG',
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    415,
    notAPicture,
  ],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    415,
    notAPicture,
  ],
  ['PostScript', Buffer.from('%!PS-Adobe-3.0\nshowpage'), 415, notAPicture],
  ['nothing', new Uint8Array(), 415, notAPicture],
  [
    'a JPEG that ends early',
    (await photo({ width: 400, height: 400 }).jpeg({ quality: 100 }).toBuffer()).subarray(0, 5_000),
    415,
    'Failed to process the image',
  ],
]

test.each(bombs)(
  'attack 46: %s is rejected, uploaded or embedded',
  async (_what, bytes, status, detail) => {
    const responses = await Promise.all([
      send(bytes, { name: 'me.jpg', type: 'image/jpeg' }),
      share(dataUrl(bytes, 'image/jpeg')),
      setAvatar(dataUrl(bytes)),
    ])
    for (const response of responses)
      expect((await expectProblem(response, status)).detail).toBe(detail)
  },
)

test('attack 46: an expensive picture is 413, and does not block other requests', async () => {
  const bomb = await tiledAvif({ tiles: 60, padding: 4_900_000, copies: 31 })
  const rejected = send(bomb, { type: 'image/avif' }).then(
    async (response) => (await expectProblem(response, 413)).detail,
  )
  const healthy: number[] = []
  const isOver = rejected.then(() => true)
  while (!(await Promise.race([isOver, false])))
    healthy.push((await anonymous.fetch('/healthz')).status)
  expect(new Set(healthy)).toEqual(new Set([200]))
  // Decoding takes as long as many requests.
  expect(healthy.length).toBeGreaterThan(5)
  expect(await rejected).toBe(reasons.PICTURE_TOO_COSTLY)
  await uploadOf(await send(await photo({ hue: 111 }).jpeg().toBuffer()))
})

test('attack 46: a GIF of a million frames exceeds 5 MB', async () => {
  const frames = gif(250_000)
  expect((await expectProblem(await send(frames, { type: 'image/gif' }), 413)).detail).toBe(
    tooLarge,
  )
  expect(
    (await expectProblem(await send(Buffer.concat([png(), Buffer.alloc(9 * MEGABYTE)])), 413))
      .detail,
  ).toBe(tooLarge)
})

test('attack 46: an endless upload is aborted', async () => {
  const headers = {
    cookie: ann.cookieHeader(),
    'x-requested-with': 'test',
    'content-type': 'multipart/form-data; boundary=b',
  }
  const request = http.request(`${server.url}/api/media`, { method: 'POST', headers })
  const ended = new Promise<unknown>((resolve) =>
    request.on('error', resolve).on('response', resolve),
  )
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
  let sent = 0
  const more = () => {
    for (let hasRoom = true; hasRoom && !request.destroyed; sent++)
      hasRoom = request.write(Buffer.alloc(MEGABYTE))
  }
  request.on('drain', more)
  more()
  expect(await ended).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
  expect(sent).toBeLessThan(200)
  const declared = http.request(`${server.url}/api/media`, {
    method: 'POST',
    headers: { ...headers, 'content-length': 10 * 1024 * MEGABYTE },
  })
  const status = new Promise((resolve, reject) =>
    declared.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject),
  )
  declared.flushHeaders()
  expect(await status).toBe(413)
  declared.destroy()
})

test.each([
  '../../etc/passwd',
  `${'x'.repeat(4_096)}.png`,
  '\u202egnp.exe',
  '..\\..\\x',
  '"; name="other',
  'CON',
  '.htaccess',
])('attack 48: a file named %j is stored under a name by the server', async (name) => {
  const { url } = await uploadOf(await send(png(), { name }))
  expect(url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
  for (const file of readdirSync(pictures.location))
    expect(file).toMatch(/^[0-9a-f]{64}(-small|-thumb)?\.webp$/)
})

test('attack 49: an upload is always served as a picture', async () => {
  const { url } = await uploadOf(
    await send(Buffer.concat([gif(1), Buffer.from('<script>alert(1)</script>')]), {
      name: 'x.html',
      type: 'text/html',
    }),
  )
  const stored = await anonymous.fetch(url)
  expect(stored.headers.get('content-type')).toBe('image/webp')
  expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await stored.arrayBuffer()).includes('script')).toBe(false)
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'attack 50: a %s loses its location and is rotated upright, uploaded or embedded',
  async (format) => {
    const bytes = await cameraPhoto().toFormat(format).toBuffer()
    const upload = await uploadOf(await send(bytes))
    expect(upload).toMatchObject({ width: 60, height: 80 })
    expect(Post.parse(await expectJson(await share(dataUrl(bytes)), 201)).imageUrl).toBe(upload.url)
    for (const size of ['', '-small', '-thumb']) {
      const url = upload.url.replace('.webp', `${size}.webp`)
      const file = Buffer.from(await (await anonymous.fetch(url)).arrayBuffer())
      expect(['Secret', 'EXIF', 'GPS', 'XMP'].filter((trace) => file.includes(trace))).toEqual([])
    }
  },
)

test('attack 14: a script needs the header X-Requested-With to upload', async () => {
  const script = (headers: Record<string, string>) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(png())]))
    return fetch(`${server.url}/api/media`, {
      method: 'POST',
      body,
      headers: { cookie: ann.cookieHeader(), ...headers },
    })
  }
  // This runtime's fetch says nothing about where it comes from, as a script does.
  await expectProblem(await script({}), 403)
  await uploadOf(await script({ 'x-requested-with': 'curl' }))
  await expectProblem(
    await script({ origin: 'https://evil.example', 'x-requested-with': 'curl' }),
    403,
  )
})
