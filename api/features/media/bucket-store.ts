import type { BucketSettings } from '#api/settings/settings.ts'
import { createBucketClient, isNotFound, KEY_PREFIX } from './bucket-client.ts'
import {
  displayFile,
  hashOf,
  isPictureFile,
  type PictureStore,
  pictureFiles,
  writeSizes,
} from './picture-store.ts'

/**
 * Stores pictures in a bucket of an S3-compatible service.
 * Methods throw BucketUnavailableError when the bucket doesn't respond or rejects a request.
 */
export function createBucketStore(settings: BucketSettings, timeoutMs?: number): PictureStore {
  const { location, request } = createBucketClient(settings, timeoutMs)

  const readFile = (name: string) =>
    request(({ disk }) =>
      disk.getBytes(KEY_PREFIX + name).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    )
  // S3 writes are atomic: a reader never gets a partial object.
  const writeFile = (name: string, content: Uint8Array) =>
    request(({ disk }) => disk.put(KEY_PREFIX + name, content, { contentType: 'image/webp' }))
  const hasFile = (name: string) => request(({ disk }) => disk.exists(KEY_PREFIX + name))

  async function* listFiles() {
    let continuationToken: string | undefined
    do {
      const token = continuationToken
      const page = await request(({ list }) => list(token))
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(KEY_PREFIX.length)
        if (isPictureFile(name)) yield { name, bytes: Size }
      }
      continuationToken = page.NextContinuationToken
    } while (continuationToken)
  }

  return {
    location,
    folder: null,
    async write(picture) {
      if (!(await hasFile(displayFile(picture.hash)))) await writeSizes(picture, writeFile)
    },
    read: (hash) => readFile(displayFile(hash)),
    readFile,
    writeFile,
    hasFile,
    async remove(hash) {
      for (const name of pictureFiles(hash).toReversed())
        await request(({ disk }) => disk.delete(KEY_PREFIX + name))
    },
    async hashes() {
      const hashes = new Set<string>()
      for await (const { name } of listFiles()) hashes.add(hashOf(name))
      return [...hashes]
    },
    async usage() {
      const usage = { count: 0, bytes: 0 }
      for await (const { bytes } of listFiles()) {
        usage.count++
        usage.bytes += bytes
      }
      return usage
    },
    async removePartialFiles() {},
  }
}
