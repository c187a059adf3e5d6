import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import express from 'express'
import { expect, test } from 'vitest'
import { createDatabase, type Database } from '#api/database/client.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { whileLocked } from '#api/test/database/locks.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { setHidden } from '../post/post.write.ts'
import { createMediaRouter } from './media.routes.ts'
import { processPicture } from './picture-pool.ts'

const server = await testServer()
const original = await photo({ width: 900, height: 600 }).jpeg().toBuffer()
const picture = await processPicture(original)
const owner = server.browser()
await owner.signUp()
await owner.upload(original)
const address = `/media/${picture.hash}.webp`
const small = (url: string) => url.replace('.webp', '-small.webp')
const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)

test.each([
  ['', picture.display],
  ['-small', picture.small],
  ['-thumb', picture.thumbnail],
])(
  'attack 49: a stored picture%s is immutable, has a sandboxing policy and sets no cookie',
  async (size, bytes) => {
    const visitor = server.browser()
    await visitor.signUp()
    const response = await visitor.fetch(`/media/${picture.hash}${size}.webp`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(bytes.length),
      etag: `"${picture.hash}${size}"`,
    })
    for (const name of ['set-cookie', 'vary', 'last-modified', 'access-control-allow-origin'])
      expect(response.headers.get(name)).toBeNull()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes))
  },
)

test('a picture from before there were thumbnails is served in its small size instead', async () => {
  const visitor = server.browser()
  await visitor.signUp()
  const bytes = await photo({ hue: 7, width: 900 }).png().toBuffer()
  const { url } = (await (await visitor.upload(bytes)).json()) as { url: string }
  const thumbnail = url.replace('.webp', '-thumb.webp')
  rmSync(join(server.services.pictures.location, basename(thumbnail)))
  const [expected, actual] = [await get(small(url)), await get(thumbnail)]
  expect([actual.status, actual.headers.get('etag')]).toEqual([200, expected.headers.get('etag')])
  expect(await actual.bytes()).toEqual(await expected.bytes())
})

test('conditional, range and HEAD requests are supported', async () => {
  const cached = await get(address, {
    headers: { 'If-None-Match': `"${picture.hash}"`, 'Cache-Control': 'max-age=0' },
  })
  expect([cached.status, await cached.text()]).toEqual([304, ''])
  const part = await get(address, { headers: { Range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 0-3/${picture.display.length}`,
    'RIFF',
  ])
  const head = await get(address, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    String(picture.display.length),
  ])
})

test.each([
  `/media/${'0'.repeat(64)}.webp`,
  `/media/${picture.hash}`,
  `/media/${picture.hash}.jpg`,
  `/media/${picture.hash.toUpperCase()}.webp`,
  `/media/${picture.hash}.webp/`,
  `/media/${picture.hash}.webp.1.part`,
  '/media/',
  '/media/..%2f..%2fetc%2fpasswd',
  '/media/%2e%2e%2f%2e%2e%2fpackage.json',
  '/media/%00',
  '/media/%ff',
])('attack 48: %s is not found', async (path) => {
  const response = await get(path)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('cache-control') ?? 'no-store').toBe('no-store')
  await expectProblem(response, 404)
})

const statusesOf = async (url: string) =>
  Promise.all([url, small(url)].map(async (each) => (await get(each)).status))

async function postWithPicture(visitor: TestBrowser, bytes: Uint8Array) {
  const { url } = (await (await visitor.upload(bytes)).json()) as { url: string }
  const posted = await visitor.fetch('/api/posts', { json: { content: 'Look', imageUrl: url } })
  expect(posted.status).toBe(201)
  return { url, id: ((await posted.json()) as { id: string }).id }
}

test('attack 51: the picture of a hidden post is 404 until a visible one uses it', async () => {
  const [ann, bob] = [server.browser(), server.browser()]
  await ann.signUp()
  await bob.signUp()
  const bytes = await photo({ hue: 51 }).png().toBuffer()
  const { url, id } = await postWithPicture(ann, bytes)
  const setPostHidden = (hidden: boolean) => setHidden(server.services, uuidOf(id), hidden)
  const eventually = (status: number) =>
    expect.poll(() => statusesOf(url), { interval: 50 }).toEqual([status, status])
  await eventually(200)
  await setPostHidden(true)
  await eventually(404)
  const hidden = await get(url)
  expect(hidden.headers.get('cache-control')).toBe('no-store')
  await expectProblem(hidden, 404)
  const bobs = await postWithPicture(bob, bytes)
  expect(bobs.url).toBe(url)
  await eventually(200)
  expect((await bob.fetch(`/api/posts/${bobs.id}`, { method: 'DELETE' })).status).toBe(204)
  await eventually(404)
  await setPostHidden(false)
  await eventually(200)
})

test('attack 51: without the database, only a picture that is known to be visible is served', async () => {
  const { url } = await testDatabase()
  const proxy = await tcpProxy(url)
  const database = createDatabase(proxy.url)
  registerCleanup(async () => {
    await database.$disconnect()
    proxy.close()
  })
  const alone = await testServer({ database })
  const ann = alone.browser()
  await ann.signUp()
  const upload = async (hue: number) => {
    const response = await ann.upload(await photo({ hue }).png().toBuffer())
    return ((await response.json()) as { url: string }).url
  }
  const [known, unknown] = [await upload(20), await upload(200)]
  expect((await ann.fetch(known)).status).toBe(200)
  proxy.disconnect()
  const served = await ann.fetch(known)
  // It may have been hidden meanwhile.
  expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const response = await ann.fetch(unknown)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('retry-after')).toBe('2')
  await expectProblem(response, 503)
})

test('attack 51: deleting a post removes its picture unless it is still needed', async () => {
  const ann = server.browser()
  await ann.signUp()
  const bytes = await photo({ hue: 151 }).png().toBuffer()
  const [first, second] = [await postWithPicture(ann, bytes), await postWithPicture(ann, bytes)]
  const remove = async (id: string) =>
    expect((await ann.fetch(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(204)
  // The second upload came after the first post.
  await remove(first.id)
  expect(await statusesOf(first.url)).toEqual([200, 200])
  await remove(second.id)
  expect(await statusesOf(first.url)).toEqual([404, 404])

  const third = await postWithPicture(ann, bytes)
  const again = await ann.fetch('/api/posts', {
    json: { content: 'The same', imageUrl: third.url },
  })
  await remove(third.id)
  expect(await statusesOf(third.url)).toEqual([200, 200])
  await remove(((await again.json()) as { id: string }).id)
  expect(await statusesOf(third.url)).toEqual([404, 404])
})

let hue = 250

test.each([
  ['without a', () => Promise.reject(new Error('unavailable'))],
  ['with a slow', () => new Promise<never>(() => {})],
])(
  '%s database, pictures are served except for those that were hidden last',
  async (_name, fail) => {
    const ann = server.browser()
    await ann.signUp()
    const hidden = await postWithPicture(ann, await photo({ hue: ++hue }).png().toBuffer())
    await setHidden(server.services, uuidOf(hidden.id), true)
    let isUnavailable = false
    const rows: Database['rows'] = (...statement) =>
      isUnavailable ? fail() : server.services.database.rows(...statement)
    const database = Object.create(server.services.database, { rows: { value: rows } }) as Database
    const otherServer = express()
      .use('/media', createMediaRouter({ ...server.services, database }))
      .listen(0)
    registerCleanup(() => otherServer.close())
    const { port } = otherServer.address() as AddressInfo
    const statusOf = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status
    for (isUnavailable of [false, true])
      expect([await statusOf(address), await statusOf(hidden.url)]).toEqual([200, 404])
    expect(await statusOf(small(address))).toBe(200)
  },
)

test('attack 51: a picture that no one has asked for waits until a slow database answers', async () => {
  const ann = server.browser()
  await ann.signUp()
  const { url, id } = await postWithPicture(ann, await photo({ hue: ++hue }).png().toBuffer())
  await setHidden(server.services, uuidOf(id), true)
  const response = await whileLocked(server.services.database, {
    lock: (transaction) => transaction.$executeRaw`LOCK TABLE "Media" IN ACCESS EXCLUSIVE MODE`,
    call: () => get(url),
  })
  await expectProblem(response, 404)
})

test('an orphaned file is not served', async () => {
  const orphan = { ...picture, hash: 'd'.repeat(64) }
  await server.services.pictures.write(orphan)
  expect(await statusesOf(`/media/${orphan.hash}.webp`)).toEqual([404, 404])
})
