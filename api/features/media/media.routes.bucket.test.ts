import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startBucketServer } from '#api/test/servers/bucket-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { seedDemo } from '#demo/seed.ts'
import { pictureFiles } from './picture-store.ts'

const bucketServer = await startBucketServer()
registerCleanup(bucketServer.stop)
const proxy = await tcpProxy(bucketServer.settings.endpoint)
registerCleanup(proxy.close)
const server = await testServer({
  settings: { bucket: { ...bucketServer.settings, endpoint: proxy.url.replace(/\/$/, '') } },
})

test('missing pictures are 404 without a request to the bucket, in any size', async () => {
  const visitor = server.browser()
  await visitor.signUp()
  const { url } = (await expectJson(
    await visitor.upload(await photo().jpeg().toBuffer()),
    201,
  )) as {
    url: string
  }
  proxy.disconnect()
  for (const name of ['0', '1', '2'].flatMap((digit) => pictureFiles(digit.repeat(64)))) {
    expect((await visitor.fetch(`/media/${name}`)).status).toBe(404)
  }
  // An existing picture needs the bucket, which is unreachable.
  for (const each of [url, url.replace('.webp', '-small.webp')])
    expect((await visitor.fetch(each)).status).toBe(503)
})

test('demo pictures and avatars are served from a bucket, in all sizes', async () => {
  const demo = await testServer({ settings: { bucket: bucketServer.settings } })
  await seedDemo(demo.services)
  const media = await demo.services.database.media.findMany({
    distinct: ['hash'],
    select: { hash: true },
  })
  expect(media.length).toBeGreaterThan(10)
  for (const name of media.flatMap(({ hash }) => pictureFiles(hash))) {
    expect([name, (await demo.browser().fetch(`/media/${name}`)).status]).toEqual([name, 200])
  }
})
