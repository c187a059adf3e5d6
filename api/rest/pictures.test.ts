import { readdirSync } from 'node:fs'
import http from 'node:http'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { PICTURE_TOO_COSTLY } from '#api/features/media/media.rules.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { jsonOf } from '#api/test/answer.ts'
import { tiledAvif } from '#api/test/avif.ts'
import { cameraPhoto, gif, photo, png } from '#api/test/pictures.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { Post, Upload, User } from './shapes.ts'

const server = await testServer()
const { database, pictures } = server.services
const nobody = server.visitor()
const ann = server.visitor()
const { id: annId } = await ann.signUp()

const MEGABYTE = 1024 * 1024
const tooLarge = 'Please select an image smaller than 5MB'
const notAPicture = 'Please select an image file'

function send(
  bytes: Uint8Array,
  { who = ann, name = 'picture.png', type = 'image/png', field = 'file' } = {},
) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return who.fetch('/api/media', { method: 'POST', body: form })
}

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const share = (imageUrl: string, who = ann) =>
  who.fetch('/api/posts', { json: { content: 'Look', imageUrl } })
const setAvatar = (avatar: string, who: Visitor = ann, id = annId) =>
  who.fetch(`/api/users/${id}`, { json: { avatar }, method: 'PATCH' })
const uploadOf = async (response: Response) => Upload.parse(await jsonOf(response, 201))

test('a picture is uploaded, seen and put into a post and an avatar', async () => {
  const upload = await uploadOf(
    await send(await photo({ width: 2000, height: 1000 }).jpeg().toBuffer()),
  )
  expect(upload).toMatchObject({
    url: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/),
    width: 1600,
    height: 800,
  })
  const seen = await nobody.fetch(upload.url)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await sharp(await seen.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 1600,
    height: 800,
  })

  const post = Post.parse(await jsonOf(await share(upload.url), 201))
  expect(post).toMatchObject({ imageUrl: upload.url, mediaType: 'image' })
  const query = `{ node(id: "${post.id}") { ... on Post { image { url smallUrl width height placeholder } } } }`
  const { data } = (await jsonOf(await nobody.fetch('/graphql', { json: { query } }), 200)) as {
    data: { node: { image: object } }
  }
  expect(data.node.image).toEqual({
    ...upload,
    smallUrl: upload.url.replace('.webp', '-small.webp'),
  })

  expect(User.parse(await jsonOf(await setAvatar(upload.url)))).toMatchObject({
    avatar: upload.url,
    profileImageUrl: upload.url,
  })
})

test('a picture embedded in a post or an avatar is kept like an upload', async () => {
  const bytes = await photo({ width: 300, height: 200, hue: 80 }).png().toBuffer()
  const { url } = await uploadOf(await send(bytes))
  expect(Post.parse(await jsonOf(await share(dataUrl(bytes)), 201))).toMatchObject({
    imageUrl: url,
    mediaType: 'image',
  })
  for (const avatar of [
    dataUrl(bytes, 'application/octet-stream'),
    `DATA:image/png;name=me.png;base64,${bytes.toString('base64')}`,
  ]) {
    expect(User.parse(await jsonOf(await setAvatar(avatar)))).toMatchObject({ avatar: url })
  }
})

test('an embedded picture may be as large as an uploaded one', async () => {
  const bytes = Buffer.concat([png(), Buffer.alloc(5 * MEGABYTE)]).subarray(0, 5 * MEGABYTE)
  expect(Post.parse(await jsonOf(await share(dataUrl(bytes)), 201)).mediaType).toBe('image')
  expect(
    (await problemOf(await share(dataUrl(Buffer.concat([bytes, Buffer.alloc(1)]))), 413)).detail,
  ).toBe(tooLarge)
  await problemOf(
    await ann.fetch('/api/posts', {
      json: { content: 'x', imageUrl: `data:image/png;base64,${'A'.repeat(8 * MEGABYTE)}` },
    }),
    413,
  )
  await problemOf(
    await ann.fetch('/api/posts/post_x/like', { json: { userId: 'x'.repeat(MEGABYTE) } }),
    413,
  )
})

test('the same post with the same picture under the same key is the same post', async () => {
  const json = {
    content: 'With a picture',
    imageUrl: dataUrl(await photo({ hue: 190 }).jpeg().toBuffer(), 'image/jpeg'),
  }
  const again = () =>
    ann.fetch('/api/posts', { json, headers: { 'Idempotency-Key': 'with-a-picture' } })
  const [one, two] = [await jsonOf(await again(), 201), await jsonOf(await again(), 201)]
  expect(two).toEqual(one)
})

test('nobody uploads nothing, and nothing is kept of what is refused for another reason', async () => {
  const bytes = await photo({ hue: 250 }).png().toBuffer()
  const before = [await database.media.count(), readdirSync(pictures.location).length]
  await problemOf(await send(bytes, { who: nobody }), 401)
  await problemOf(await share(dataUrl(bytes), nobody), 401)
  await problemOf(
    await ann.fetch('/api/posts', { json: { content: ' ', imageUrl: dataUrl(bytes) } }),
    400,
  )
  await problemOf(
    await ann.fetch('/api/posts', {
      json: { content: 'Hi', videoUrl: 'x', imageUrl: dataUrl(bytes) },
    }),
    400,
  )
  await problemOf(
    await ann.fetch('/api/posts', {
      json: { content: 'Hi', authorId: 'demo-user', imageUrl: dataUrl(bytes) },
    }),
    403,
  )
  await problemOf(await setAvatar(dataUrl(bytes), ann, 'demo-user'), 403)
  expect([await database.media.count(), readdirSync(pictures.location).length]).toEqual(before)
})

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
  'attack 46: %s is refused at once, uploaded or embedded',
  async (_what, bytes, status, detail) => {
    const before = performance.now()
    const answers = await Promise.all([
      send(bytes, { name: 'me.jpg', type: 'image/jpeg' }),
      share(dataUrl(bytes, 'image/jpeg')),
      setAvatar(dataUrl(bytes)),
    ])
    for (const answer of answers) expect((await problemOf(answer, status)).detail).toBe(detail)
    expect(performance.now() - before).toBeLessThan(3_000)
  },
)

test('attack 46: a picture that takes too much work is 413, the server answers meanwhile, and the next upload is taken', async () => {
  const bomb = await tiledAvif({ tiles: 60, padding: 4_900_000, copies: 31 })
  const refused = send(bomb, { type: 'image/avif' }).then(
    async (response) => (await problemOf(response, 413)).detail,
  )
  const healthy: number[] = []
  const isOver = refused.then(() => true)
  while (!(await Promise.race([isOver, false])))
    healthy.push((await nobody.fetch('/healthz')).status)
  expect(new Set(healthy)).toEqual(new Set([200]))
  expect(await refused).toBe(PICTURE_TOO_COSTLY)
  await uploadOf(await send(await photo({ hue: 111 }).jpeg().toBuffer()))
}, 60_000)

test('attack 46: a GIF of a million frames is more than 5 MB', async () => {
  const frames = gif(250_000)
  expect((await problemOf(await send(frames, { type: 'image/gif' }), 413)).detail).toBe(tooLarge)
  expect(
    (await problemOf(await send(Buffer.concat([png(), Buffer.alloc(9 * MEGABYTE)])), 413)).detail,
  ).toBe(tooLarge)
})

test('attack 46: an upload without an end is cut off', async () => {
  const { cookies } = ann
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = {
    cookie,
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
    for (let room = true; room && !request.destroyed; sent++)
      room = request.write(Buffer.alloc(MEGABYTE))
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
])('attack 48: a file called %j is kept under a name of our own', async (name) => {
  const { url } = await uploadOf(await send(png(), { name }))
  expect(url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
  for (const file of readdirSync(pictures.location))
    expect(file).toMatch(/^[0-9a-f]{64}(-small)?\.webp$/)
})

test('attack 49: what is shown of an upload is a picture, whatever else the file was', async () => {
  const { url } = await uploadOf(
    await send(Buffer.concat([gif(1), Buffer.from('<script>alert(1)</script>')]), {
      name: 'x.html',
      type: 'text/html',
    }),
  )
  const seen = await nobody.fetch(url)
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await seen.arrayBuffer()).includes('script')).toBe(false)
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'attack 50: the place in a %s is gone and it stands upright, uploaded or embedded',
  async (format) => {
    const bytes = await cameraPhoto().toFormat(format).toBuffer()
    const upload = await uploadOf(await send(bytes))
    expect(upload).toMatchObject({ width: 60, height: 80 })
    expect(Post.parse(await jsonOf(await share(dataUrl(bytes)), 201)).imageUrl).toBe(upload.url)
    for (const url of [upload.url, upload.url.replace('.webp', '-small.webp')]) {
      const file = Buffer.from(await (await nobody.fetch(url)).arrayBuffer())
      expect(['Secret', 'EXIF', 'GPS', 'XMP'].filter((trace) => file.includes(trace))).toEqual([])
    }
  },
)

test('an upload is a form with one file', async () => {
  const noFile = {
    detail: 'Send one picture, in the field "file".',
    errors: [{ field: 'file', message: 'Send one picture, in the field "file".' }],
  }
  expect(await problemOf(await send(png(), { field: 'picture' }), 400)).toMatchObject(noFile)
  const two = new FormData()
  for (const name of ['a.png', 'b.png']) two.append('file', new Blob([new Uint8Array(png())]), name)
  expect(
    await problemOf(await ann.fetch('/api/media', { method: 'POST', body: two }), 400),
  ).toMatchObject(noFile)
  const form = (body: string, boundary = '; boundary=b') =>
    ann.fetch('/api/media', {
      method: 'POST',
      body,
      headers: { 'content-type': `multipart/form-data${boundary}` },
    })
  for (const body of [
    '',
    '--b\r\n',
    'nonsense',
    '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nhalf',
  ]) {
    expect(await problemOf(await form(body), 400)).toMatchObject(noFile)
  }
  expect(await problemOf(await form('x', ''), 400)).toMatchObject(noFile)
  await problemOf(await ann.fetch('/api/media', { json: { file: dataUrl(png()) } }), 415)
  await problemOf(
    await ann.fetch('/api/media', {
      method: 'POST',
      body: new Uint8Array(png()),
      headers: { 'content-type': 'image/png' },
    }),
    415,
  )
})

test('attack 14: a script without an origin uploads only with a header that no form can send', async () => {
  const script = (headers: Record<string, string>) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(png())]))
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(`${server.url}/api/media`, {
      method: 'POST',
      body,
      headers: { cookie, ...headers },
    })
  }
  // This runtime's fetch says nothing about where it comes from, as a script does.
  await problemOf(await script({}), 403)
  await uploadOf(await script({ 'x-requested-with': 'curl' }))
  await problemOf(await script({ origin: 'https://evil.example', 'x-requested-with': 'curl' }), 403)
})

test('attack 31: uploads and embedded pictures count against the same 20 an hour', async () => {
  const limits = createLimits()
  const { consume } = server.services.limits
  server.services.limits.consume = (...use) => limits.consume(...use)
  try {
    const who = server.visitor()
    const { id } = await who.signUp()
    for (let n = 0; n < 9; n++) expect((await send(png(), { who })).status).toBe(201)
    for (let n = 0; n < 9; n++) expect((await setAvatar(dataUrl(png()), who, id)).status).toBe(200)
    for (let n = 0; n < 2; n++) expect((await share(dataUrl(png()), who)).status).toBe(201)
    for (const response of [
      await send(png(), { who }),
      await share(dataUrl(png()), who),
      await setAvatar(dataUrl(png()), who, id),
    ]) {
      expect(
        z.coerce.number().int().positive().max(3_600).parse(response.headers.get('retry-after')),
      ).toBeGreaterThan(3_000)
      expect((await problemOf(response, 429)).detail).toMatch(
        /^That was a lot at once\. Please try again in \d+ minutes\.$/,
      )
    }
  } finally {
    server.services.limits.consume = consume
  }
})
