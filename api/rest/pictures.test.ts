import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import {
  dataUrl,
  MEGABYTE,
  pictureServer,
  tooLarge,
  uploadOf,
} from '#api/test/pictures/picture-requests.ts'
import { photo, png } from '#api/test/pictures/pictures.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import type { TokenScope } from '#rules/token-scopes.ts'
import { Post, User } from './schemas.ts'

const { server, database, pictures, anonymous, ann, annId, send, share, setAvatar } =
  await pictureServer()

test('an upload can be read, and used in a post and as an avatar', async () => {
  const upload = await uploadOf(
    await send(await photo({ width: 2000, height: 1000 }).jpeg().toBuffer()),
  )
  expect(upload).toMatchObject({
    url: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/),
    width: 1600,
    height: 800,
  })
  const stored = await anonymous.fetch(upload.url)
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await sharp(await stored.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 1600,
    height: 800,
  })

  const post = Post.parse(await expectJson(await share(upload.url), 201))
  expect(post).toMatchObject({ imageUrl: upload.url, mediaType: 'image' })
  const query = `{ node(id: "${post.id}") { ... on Post { image { url smallUrl width height placeholder } } } }`
  const { data } = (await expectJson(
    await anonymous.fetch('/graphql', { json: { query } }),
    200,
  )) as {
    data: { node: { image: object } }
  }
  expect(data.node.image).toEqual({
    ...upload,
    smallUrl: upload.url.replace('.webp', '-small.webp'),
  })

  expect(User.parse(await expectJson(await setAvatar(upload.url)))).toMatchObject({
    avatar: upload.url,
    profileImageUrl: upload.url,
  })
})

test('an embedded picture is stored like an upload', async () => {
  const bytes = await photo({ width: 300, height: 200, hue: 80 }).png().toBuffer()
  const { url } = await uploadOf(await send(bytes))
  expect(Post.parse(await expectJson(await share(dataUrl(bytes)), 201))).toMatchObject({
    imageUrl: url,
    mediaType: 'image',
  })
  for (const avatar of [
    dataUrl(bytes, 'application/octet-stream'),
    `DATA:image/png;name=me.png;base64,${bytes.toString('base64')}`,
  ]) {
    expect(User.parse(await expectJson(await setAvatar(avatar)))).toMatchObject({ avatar: url })
  }
})

test('an embedded picture has the size limit of an upload', async () => {
  const bytes = Buffer.concat([png(), Buffer.alloc(5 * MEGABYTE)]).subarray(0, 5 * MEGABYTE)
  expect(Post.parse(await expectJson(await share(dataUrl(bytes)), 201)).mediaType).toBe('image')
  expect(
    (await expectProblem(await share(dataUrl(Buffer.concat([bytes, Buffer.alloc(1)]))), 413))
      .detail,
  ).toBe(tooLarge)
  await expectProblem(
    await ann.fetch('/api/posts', {
      json: { content: 'x', imageUrl: `data:image/png;base64,${'A'.repeat(8 * MEGABYTE)}` },
    }),
    413,
  )
  await expectProblem(
    await ann.fetch('/api/posts/post_x/like', { json: { userId: 'x'.repeat(MEGABYTE) } }),
    413,
  )
})

test('a retry with an embedded picture and the same key returns the same post', async () => {
  const original = await photo({ hue: 190 }).jpeg().toBuffer()
  const json = { content: 'With a picture', imageUrl: dataUrl(original, 'image/jpeg') }
  const again = () =>
    ann.fetch('/api/posts', { json, headers: { 'Idempotency-Key': 'with-a-picture' } })
  const one = (await expectJson(await again(), 201)) as { id: string; imageUrl: string }
  const stored = await database.media.findMany()
  expect(await expectJson(await again(), 201)).toEqual(one)
  expect(await database.media.findMany()).toEqual(stored)

  const first = json.imageUrl
  const other = await photo({ hue: 10 }).jpeg({ quality: 30 }).toBuffer()
  // Decoders ignore what follows the end of a JPEG.
  const asLong = Buffer.concat([other], original.length)
  for (const bytes of [other, asLong]) {
    json.imageUrl = dataUrl(bytes, 'image/jpeg')
    await expectProblem(await again(), 409)
  }
  expect(await database.media.findMany()).toEqual(stored)
  await ann.fetch(`/api/posts/${one.id}`, { method: 'DELETE' })
  json.imageUrl = first
  expect(await expectJson(await again(), 201)).toMatchObject({ id: one.id, imageUrl: one.imageUrl })
})

test('a token embeds pictures where its scope allows it', async () => {
  const withScope = async (scope: TokenScope) => (await createProgram(server, ann, [scope])).script
  const [posts, profile] = [await withScope('write:posts'), await withScope('write:profile')]
  const bytes = await photo({ hue: 130 }).png().toBuffer()
  const before = await database.media.count()
  for (const [refused, scope] of [
    [await share(dataUrl(bytes), profile), 'write:posts'],
    [await setAvatar(dataUrl(bytes), posts), 'write:profile'],
  ] as const) {
    const { code, detail } = await expectProblem(refused, 403)
    expect([code, detail]).toEqual(['SCOPE_MISSING', expect.stringContaining(scope)])
  }
  expect(await database.media.count()).toBe(before)

  const again = () =>
    posts.fetch('/api/posts', {
      json: { content: 'By a script', imageUrl: dataUrl(bytes), userId: annId },
      headers: { 'Idempotency-Key': 'by-a-script' },
    })
  const post = Post.parse(await expectJson(await again(), 201))
  expect(post.imageUrl).toMatch(/^\/media\//)
  const stored = await database.media.findMany()
  expect(await expectJson(await again(), 201)).toEqual(post)
  expect(await database.media.findMany()).toEqual(stored)
  expect(await expectJson(await setAvatar(dataUrl(bytes), profile))).toMatchObject({
    avatar: post.imageUrl,
  })
})

test('rejected requests store no picture', async () => {
  const bytes = await photo({ hue: 250 }).png().toBuffer()
  const before = [await database.media.count(), readdirSync(pictures.location).length]
  await expectProblem(await send(bytes, { caller: anonymous }), 401)
  await expectProblem(await share(dataUrl(bytes), anonymous), 401)
  await expectProblem(
    await ann.fetch('/api/posts', { json: { content: ' ', imageUrl: dataUrl(bytes) } }),
    400,
  )
  await expectProblem(
    await ann.fetch('/api/posts', {
      json: { content: 'Hi', videoUrl: 'x', imageUrl: dataUrl(bytes) },
    }),
    400,
  )
  await expectProblem(
    await ann.fetch('/api/posts', {
      json: { content: 'Hi', authorId: 'demo-user', imageUrl: dataUrl(bytes) },
    }),
    403,
  )
  await expectProblem(await setAvatar(dataUrl(bytes), ann, 'demo-user'), 403)
  expect([await database.media.count(), readdirSync(pictures.location).length]).toEqual(before)
})

test('an upload must be a form with one file', async () => {
  const noFile = {
    detail: 'Send one picture, in the field "file".',
    errors: [{ field: 'file', message: 'Send one picture, in the field "file".' }],
  }
  expect(await expectProblem(await send(png(), { field: 'picture' }), 400)).toMatchObject(noFile)
  const two = new FormData()
  for (const name of ['a.png', 'b.png']) two.append('file', new Blob([new Uint8Array(png())]), name)
  expect(
    await expectProblem(await ann.fetch('/api/media', { method: 'POST', body: two }), 400),
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
    expect(await expectProblem(await form(body), 400)).toMatchObject(noFile)
  }
  expect(await expectProblem(await form('x', ''), 400)).toMatchObject(noFile)
  await expectProblem(await ann.fetch('/api/media', { json: { file: dataUrl(png()) } }), 415)
  await expectProblem(
    await ann.fetch('/api/media', {
      method: 'POST',
      body: new Uint8Array(png()),
      headers: { 'content-type': 'image/png' },
    }),
    415,
  )
})

test('attack 31: uploads and embedded pictures share the limit of 20 an hour', async () => {
  applyLimits(server.services)
  const caller = server.browser()
  const { id } = await caller.signUp()
  for (let n = 0; n < 9; n++) expect((await send(png(), { caller })).status).toBe(201)
  for (let n = 0; n < 9; n++) expect((await setAvatar(dataUrl(png()), caller, id)).status).toBe(200)
  const retry = () =>
    caller.fetch('/api/posts', {
      json: { content: 'Look', imageUrl: dataUrl(png()) },
      headers: { 'Idempotency-Key': 'the-last-one' },
    })
  expect((await share(dataUrl(png()), caller)).status).toBe(201)
  const last = await expectJson(await retry(), 201)
  for (const response of [
    await send(png(), { caller }),
    await share(dataUrl(png()), caller),
    await setAvatar(dataUrl(png()), caller, id),
  ]) {
    expect(
      z.coerce.number().int().positive().max(3_600).parse(response.headers.get('retry-after')),
    ).toBeGreaterThan(3_000)
    expect((await expectProblem(response, 429)).detail).toMatch(
      /^That was a lot at once\. Please try again in \d+ minutes\.$/,
    )
  }
  for (let n = 0; n < 20; n++) expect(await expectJson(await retry(), 201)).toEqual(last)
  // Retries have a limit of their own.
  await expectProblem(await retry(), 429)
})
