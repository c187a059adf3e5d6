import { unzipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkMedia } from '#api/ops/cli/checks.ts'
import { createPictures } from '#api/serve/services.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testBucket } from '#api/test/servers/bucket.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { createBucketStore } from './bucket-store.ts'
import { cleanUpMedia, removeOrphanedPicture } from './media.cleanup.ts'
import { storePicture } from './media.write.ts'
import type { Picture } from './picture.ts'
import { processPicture } from './picture-pool.ts'

const { server, proxy, bucketServer, bucket, direct, newPicture, newMember, upload, reset } =
  await testBucket()
const { database, settings } = server.services
beforeEach(reset)

const UNAVAILABLE = 'Photos are unavailable right now. Please try again in a few seconds.'

test('an unreachable bucket makes only uploads and pictures 503', async () => {
  const visitor = await newMember()
  const url = await upload(visitor, await newPicture())
  const bytes = await newPicture()
  proxy.disconnect()
  for (const response of [await visitor.upload(bytes), await visitor.fetch(url)]) {
    expect(response.headers.get('retry-after')).toBe('2')
    expect((await expectProblem(response, 503)).detail).toBe(UNAVAILABLE)
  }
  const embedded = await visitor.fetch('/api/posts', {
    json: { content: 'Look', imageUrl: `data:image/jpeg;base64,${bytes.toString('base64')}` },
  })
  expect((await expectProblem(embedded, 503)).detail).toBe(UNAVAILABLE)
  expect(await database.media.count()).toBe(1)
  expect((await visitor.fetch('/readyz')).status).toBe(200)
  await expectJson(
    await visitor.fetch('/api/posts', { json: { content: 'Without a picture', imageUrl: url } }),
    201,
  )
  expect(await expectJson(await visitor.fetch('/api/posts'))).toMatchObject([{ imageUrl: url }])
  expect(await checkMedia(settings)).toMatchObject([
    {
      ok: false,
      message: expect.stringMatching(
        /^Could not access photos in the bucket vibes at .+: .*ECONN.+\. Check S3_ENDPOINT/,
      ),
    },
  ])

  proxy.forward()
  await expect.poll(async () => (await visitor.upload(bytes)).status, { interval: 500 }).toBe(201)
  expect((await visitor.fetch(url)).status).toBe(200)
  expect(await checkMedia(settings)).toMatchObject([{ ok: true }])
  expect(await direct.hasFile(`${'0'.repeat(64)}.webp`)).toBe(false)
  const log = server.logLines.join('')
  expect(log).toContain('A request failed because a service is unavailable')
  expect(log).not.toContain(bucket.secretAccessKey)
})

test('an export without the bucket has all data, and lists the photos that it lacks', async () => {
  const visitor = await newMember()
  const url = await upload(visitor, await newPicture())
  await visitor.fetch('/api/posts', { json: { content: 'Look', imageUrl: url } })
  proxy.disconnect()
  const response = await visitor.fetch('/api/auth/export')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.keys(files)).toEqual(['index.html', 'data.json', 'missing-photos.txt'])
  const text = (name: string) => new TextDecoder().decode(files[name])
  expect(JSON.parse(text('data.json')).posts).toMatchObject([{ content: 'Look' }])
  expect(text('missing-photos.txt')).toBe(
    'These photos are missing, because they were unavailable when this file was made. ' +
      `Please export your data again later.\n\n${url.slice(1)}\n`,
  )
  expect(server.logLines.join('')).not.toContain('Export failed')
})

test('an interrupted upload leaves no row, and the cleanup removes its file', async () => {
  const visitor = await newMember()
  const { hash } = await processPicture(await newPicture())
  const store = createBucketStore(bucket)
  const broken = {
    ...server.services,
    pictures: {
      ...store,
      // The connection is lost after one of the sizes.
      write: async (picture: Picture) => {
        await store.writeFile(`${picture.hash}-small.webp`, picture.small)
        proxy.disconnect()
        await store.write(picture)
      },
    },
  }
  const { id } = await database.user.findFirstOrThrow()
  await expect(storePicture(broken, id, await newPicture())).rejects.toMatchObject({
    name: 'BucketUnavailableError',
  })
  expect(await database.media.count()).toBe(0)
  proxy.forward()
  const [remaining = '', ...more] = await direct.hashes()
  expect([more, await direct.read(remaining)]).toEqual([[], null])
  await expect
    .poll(() => cleanUpMedia(server.services).catch(() => null))
    .toMatchObject({ pictures: 1 })
  expect(await direct.hashes()).toEqual([])
  expect([hash, (await visitor.fetch('/api/auth/user')).status]).toEqual([hash, 200])
})

test('requests to a silent bucket do not block other requests', async () => {
  const visitor = await newMember()
  const { id } = await database.user.findFirstOrThrow()
  const store = createBucketStore(bucket, 600_000)
  const write = vi.fn(store.write)
  const services = { ...server.services, pictures: { ...store, write } }
  const pictures = await Promise.all(Array.from({ length: 12 }, newPicture))
  proxy.blackhole()
  // More than the database pool has connections.
  const results = Promise.allSettled(pictures.map((bytes) => storePicture(services, id, bytes)))
  await expect.poll(() => write.mock.calls.length).toBeGreaterThan(0)
  expect((await visitor.fetch('/api/posts', { json: { content: 'Meanwhile' } })).status).toBe(201)
  expect(write.mock.settledResults.map(({ type }) => type)).not.toContain('rejected')
  proxy.disconnect()
  for (const result of await results)
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'BucketUnavailableError' } })
  expect(await database.media.count()).toBe(0)
})

test('removals from a silent bucket do not block other requests', async () => {
  const visitor = await newMember()
  const store = createBucketStore(bucket, 600_000)
  const remove = vi.fn(store.remove)
  const services = { ...server.services, pictures: { ...store, remove } }
  proxy.blackhole()
  const hashes = Array.from({ length: 12 }, (_, number) => number.toString(16).repeat(64))
  const results = Promise.allSettled(hashes.map((hash) => removeOrphanedPicture(services, hash)))
  await expect.poll(() => remove.mock.calls.length).toBeGreaterThan(0)
  expect((await visitor.fetch('/api/posts', { json: { content: 'Meanwhile' } })).status).toBe(201)
  expect(remove.mock.settledResults.map(({ type }) => type)).not.toContain('rejected')
  expect(remove.mock.calls.length).toBeLessThanOrEqual(4)
  proxy.disconnect()
  for (const result of await results)
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'BucketUnavailableError' } })
})

test('requests to a silent bucket time out', async () => {
  proxy.blackhole()
  const store = createBucketStore(bucket, 400)
  await expect(store.hasFile('anything')).rejects.toMatchObject({ name: 'BucketUnavailableError' })
})

test('the doctor reports a wrong key or bucket, and pictures are unavailable', async () => {
  for (const wrong of [{ accessKeyId: 'another' }, { bucket: 'nowhere' }]) {
    const other = { ...settings, bucket: { ...bucketServer.settings, ...wrong } }
    expect(await checkMedia(other)).toMatchObject([
      { ok: false, message: expect.stringMatching(/Check S3_ENDPOINT/) },
    ])
    await expect(createPictures(other).readFile(`${'1'.repeat(64)}.webp`)).rejects.toMatchObject({
      name: 'BucketUnavailableError',
    })
  }
})

test('requests resume after the cooldown, even when the clock is set back', async () => {
  const store = createBucketStore({
    ...bucketServer.settings,
    endpoint: `http://127.0.0.1:${await freePort()}`,
  })
  const errorOf = () => store.hasFile('anything').catch(({ message }: Error) => message)
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  registerCleanup(() => vi.useRealTimers())
  expect(await errorOf()).toContain('ECONNREFUSED')
  expect(await errorOf()).toContain('it did not respond a moment ago')
  vi.advanceTimersByTime(2_100)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await errorOf()).toContain('ECONNREFUSED')
})
