import { createBucketStore } from '#api/features/media/bucket-store.ts'
import { expectJson } from '../operations/json-response.ts'
import type { TestBrowser } from '../people/browser.ts'
import { photo } from '../pictures/pictures.ts'
import { registerCleanup } from '../register-cleanup.ts'
import { startBucketServer } from './bucket-server.ts'
import { testServer } from './server.ts'
import { tcpProxy } from './tcp-proxy.ts'

/** Listing a thousand objects may take long. */
const TIMEOUT_MS = 600_000

/** A server that stores pictures in a bucket behind a proxy, for a test file. */
export async function testBucket() {
  const bucketServer = await startBucketServer()
  registerCleanup(bucketServer.stop)
  const proxy = await tcpProxy(bucketServer.settings.endpoint)
  registerCleanup(proxy.close)
  const bucket = { ...bucketServer.settings, endpoint: proxy.url.replace(/\/$/, '') }
  const server = await testServer({ settings: { bucket } })
  let hue = 0
  return {
    server,
    proxy,
    bucketServer,
    /** The settings of the bucket through the proxy. */
    bucket,
    /** Accesses the bucket without the proxy. */
    direct: createBucketStore(bucketServer.settings, TIMEOUT_MS),
    newPicture: () => photo({ hue: hue++ }).jpeg().toBuffer(),
    async newMember(): Promise<TestBrowser> {
      const visitor = server.browser()
      await visitor.signUp()
      return visitor
    },
    /** Uploads a picture and returns its path. */
    async upload(visitor: TestBrowser, bytes: Uint8Array): Promise<string> {
      const { url } = (await expectJson(await visitor.upload(bytes), 201)) as { url: string }
      return url
    },
    /** Deletes all accounts and objects, and repairs the proxy. */
    async reset() {
      proxy.forward()
      await server.services.database.user.deleteMany()
      bucketServer.clear()
    },
  }
}
