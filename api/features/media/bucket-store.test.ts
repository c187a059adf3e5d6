import { readdirSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { testBucket } from '#api/test/servers/bucket.ts'
import { testServer } from '#api/test/servers/server.ts'
import { cleanUpMedia, countUnusedMedia } from './media.cleanup.ts'
import { DAY_MS } from './media.rules.ts'
import { storePicture } from './media.write.ts'
import { processPicture } from './picture-pool.ts'
import { pictureFiles } from './picture-store.ts'

const { server, bucketServer, direct, newPicture, newMember, upload, reset } = await testBucket()
const { database, pictures, settings } = server.services
beforeEach(reset)

async function newAccount(username: string): Promise<string> {
  const id = server.services.ids.next()
  const email = `${username}@example.org`
  await database.user.create({ data: { id, displayName: username, username, email } })
  return id
}

test('an upload is stored in the bucket only, and served as from a disk', async () => {
  const bytes = await newPicture()
  const { hash } = await processPicture(bytes)
  const url = await upload(await newMember(), bytes)
  expect(url).toBe(`/media/${hash}.webp`)
  expect(await direct.hashes()).toEqual([hash])
  expect(readdirSync(settings.dataDir)).not.toContain('media')

  const diskServer = await testServer()
  const member = diskServer.browser()
  await member.signUp()
  await upload(member, bytes)
  const requests: [string, RequestInit][] = [
    [url, {}],
    [url.replace('.webp', '-small.webp'), {}],
    [url.replace('.webp', '-thumb.webp'), {}],
    [url, { method: 'HEAD' }],
    [url, { headers: { 'if-none-match': `"${hash}"`, 'cache-control': 'max-age=0' } }],
    [url, { headers: { range: 'bytes=0-3' } }],
    [url, { headers: { range: 'bytes=99999999-' } }],
    [`/media/${'0'.repeat(64)}.webp`, {}],
    ['/media/..%2fsecret', {}],
  ]
  const outcomeOf = async (origin: string, [address, init]: [string, RequestInit]) => {
    const response = await fetch(origin + address, init)
    const { date: _, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
    const body = response.status < 400 ? Buffer.from(await response.arrayBuffer()) : null
    return { status: response.status, headers: response.status < 400 ? headers : {}, body }
  }
  for (const request of requests)
    expect([request, await outcomeOf(server.url, request)]).toEqual([
      request,
      await outcomeOf(diskServer.url, request),
    ])
})

test('unused uploads are counted and removed, also across several list pages', async () => {
  const id = await newAccount('aaa')
  const used = await storePicture(server.services, id, await newPicture())
  const unused = await storePicture(server.services, id, await newPicture())
  await database.user.update({ where: { id }, data: { avatar: used.url, avatarMediaId: used.id } })
  const orphan = 'c'.repeat(64)
  const x = Buffer.from('x')
  await direct.write({ hash: orphan, display: x, small: x, thumbnail: x })
  await direct.writeFile('something else', Buffer.from('z'))
  const sizes = await Promise.all(
    [used, unused]
      .flatMap(({ hash }) => pictureFiles(hash))
      .map(async (name) => (await direct.readFile(name))?.length ?? 0),
  )
  expect(await pictures.usage()).toEqual({
    count: 9,
    bytes: sizes.reduce((sum, size) => sum + size, 3),
  })
  expect(await countUnusedMedia(server.services, Date.now() + DAY_MS + 1000)).toEqual({
    uploads: 1,
    pictures: 2,
  })
  await cleanUpMedia(server.services, Date.now() + DAY_MS + 1000)
  expect(await direct.hashes()).toEqual([used.hash])
  expect(await direct.read(unused.hash)).toBeNull()
  expect(await direct.hasFile('something else')).toBe(true)

  const many = Array.from({ length: 1_100 }, (_, n) => n.toString(16).padStart(64, '0'))
  bucketServer.copy(
    `${used.hash}.webp`,
    many.map((hash) => `${hash}.webp`),
  )
  expect((await direct.hashes()).length).toBe(many.length + 1)
})

test('attack 55: concurrent uploads and cleanups never leave a row without files', async () => {
  const id = await newAccount('aaa')
  const bytes = await newPicture()
  const store = () => storePicture(server.services, id, bytes)
  for (let round = 0; round < 4; round++) {
    await database.media.updateMany({ data: { createdAt: new Date(Date.now() - 2 * DAY_MS) } })
    await Promise.all([
      store(),
      cleanUpMedia(server.services),
      store(),
      cleanUpMedia(server.services),
    ])
    const rows = await database.media.findMany({ select: { hash: true } })
    expect(rows).toHaveLength(1)
    for (const name of rows.flatMap(({ hash }) => pictureFiles(hash)))
      expect(await direct.hasFile(name)).toBe(true)
    expect(await direct.hashes()).toEqual(rows.map(({ hash }) => hash))
  }
})

test('exporting an account includes its pictures, and deleting it removes them', async () => {
  const visitor = await newMember()
  const url = await upload(visitor, await newPicture())
  const zip = Buffer.from(await (await visitor.fetch('/api/auth/export')).arrayBuffer())
  expect(zip.includes(Buffer.from((await direct.read(url.slice(7, -5))) ?? 'nothing'))).toBe(true)
  expect(
    (await visitor.fetch('/api/auth/delete-account', { json: { password: 'sunny day 1' } })).status,
  ).toBe(204)
  expect(await direct.hashes()).toEqual([])
})
