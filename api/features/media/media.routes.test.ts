import { expect, test } from 'vitest'
import { photo } from '../../test/pictures.ts'
import { problemOf } from '../../test/problem.ts'
import { testServer } from '../../test/server.ts'
import { readPicture } from './picture-reader.ts'

const server = await testServer()
const picture = await readPicture(await photo({ width: 900, height: 600 }).jpeg().toBuffer())
await server.services.pictures.write(picture)
const address = `/media/${picture.hash}.webp`
const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)

test.each([
  ['', picture.display],
  ['-small', picture.small],
])('attack 49: a stored picture%s is served for ever, as a picture and nothing else, without a cookie', async (size, bytes) => {
  const visitor = server.visitor()
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
  for (const name of ['set-cookie', 'vary', 'last-modified', 'access-control-allow-origin']) expect(response.headers.get(name)).toBeNull()
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes))
})

test('who has it already, or wants a part or the headers alone, gets just that', async () => {
  const known = await get(address, { headers: { 'If-None-Match': `"${picture.hash}"`, 'Cache-Control': 'max-age=0' } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const part = await get(address, { headers: { Range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, `bytes 0-3/${picture.display.length}`, 'RIFF'])
  const head = await get(address, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(picture.display.length)])
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
])('attack 48: %s is no picture', async (path) => {
  const response = await get(path)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('cache-control')).toBeNull()
  await problemOf(response, 404)
})

test('an address that cannot be decoded is a bad one', async () => {
  await problemOf(await get('/media/%ff'), 400)
})
