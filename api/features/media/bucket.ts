import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { BucketSettings } from '#api/settings/settings.ts'
import {
  displayFile,
  hashOf,
  isPictureFile,
  type PictureStore,
  pictureFiles,
  smallFile,
} from './picture-store.ts'

/** Pictures cannot be reached, while all else can: to a visitor in its sentence, to the operator in its message. */
export class PicturesAway extends OperatorError {
  override readonly name = 'PicturesAway'
  readonly code = UNAVAILABLE_CODE
  readonly sentence = 'Pictures cannot be reached at the moment. Please try again in a few seconds.'
}

/** So that a bucket can hold something else as well. */
const PREFIX = 'media/'
/** Milliseconds for an answer; a second try follows. */
const PATIENCE = 5_000
/** Milliseconds for which a bucket that gave no answer is not asked again: whoever comes meanwhile need not wait for it. */
const PAUSE = 2_000

/** Pictures in a bucket of an S3-compatible store. What speaks its language is loaded when the first picture is asked for. */
export function createBucket(settings: BucketSettings, patience = PATIENCE): PictureStore {
  const place = `the bucket ${settings.bucket} at ${settings.endpoint}`
  let opened: Promise<Opened> | undefined
  /** By a clock that nobody sets. */
  let awayUntil = 0

  /** @throws PicturesAway when the bucket does not do what is asked */
  async function ask<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    const away = (reason: string, cause?: unknown) =>
      new PicturesAway(`Pictures cannot be reached in ${place}: ${reason}.`, { cause })
    if (performance.now() < awayUntil) throw away('it gave no answer a moment ago')
    opened ??= open(settings, patience)
    try {
      return await work(await opened)
    } catch (error) {
      if (statusOf(error) === null) awayUntil = performance.now() + PAUSE
      throw away(reasonOf(error).replace(/\.$/, ''), error)
    }
  }

  const file = (name: string) =>
    ask(({ disk }) =>
      disk.getBytes(PREFIX + name).catch((error: unknown) => {
        if (statusOf(error) === 404 && !isNamed(error, 'NoSuchBucket')) return null
        throw error
      }),
    )

  // Nothing of an object is seen before all of it is there.
  const add = (name: string, content: Uint8Array) =>
    ask(({ disk }) => disk.put(PREFIX + name, content, { contentType: 'image/webp' }))
  const has = (name: string) => ask(({ disk }) => disk.exists(PREFIX + name))

  /** The files of pictures. The library's own list does not tell what they take. */
  async function* files() {
    let token: string | undefined
    do {
      const from = token
      const page = await ask(async ({ list }) => list(from))
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(PREFIX.length)
        if (isPictureFile(name)) yield { name, bytes: Size }
      }
      token = page.NextContinuationToken
    } while (token)
  }

  return {
    place,
    folder: null,
    async write({ hash, display, small }) {
      if (await has(displayFile(hash))) return
      // The display size comes last: where it stands, both do.
      await add(smallFile(hash), small)
      await add(displayFile(hash), display)
    },
    file,
    read: (hash) => file(displayFile(hash)),
    add,
    has,
    async remove(hash) {
      for (const name of pictureFiles(hash).toReversed())
        await ask(({ disk }) => disk.delete(PREFIX + name))
    },
    async hashes() {
      const found = new Set<string>()
      for await (const { name } of files()) found.add(hashOf(name))
      return [...found]
    },
    async usage() {
      const usage = { count: 0, bytes: 0 }
      for await (const { bytes } of files()) {
        usage.count++
        usage.bytes += bytes
      }
      return usage
    },
    async removeUnfinished() {},
  }
}

interface Opened {
  disk: Disk
  /** A page of what is under the prefix. */
  list(token: string | undefined): Promise<ListObjectsV2CommandOutput>
}

async function open(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings,
  patience: number,
): Promise<Opened> {
  const [{ Disk }, { S3Driver }, { ListObjectsV2Command, S3Client }] = await Promise.all([
    import('flydrive'),
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Not every store knows buckets by host names, or checksums that the protocol got later.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // By itself it would only complain, and wait on.
    requestHandler: {
      connectionTimeout: patience / 2,
      requestTimeout: patience,
      socketTimeout: patience,
      throwOnRequestTimeout: true,
    },
  })
  const list = (token: string | undefined) =>
    client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: PREFIX,
        ...(token && { ContinuationToken: token }),
      }),
    )
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    list,
  }
}

/** The status that the store answered with; null where it gave no answer. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode ?? statusOf(error.cause)
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && (error.name === name || isNamed(error.cause, name))
}

/** In the words of whoever knows most. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error.cause === undefined) return messageOf(error)
  return reasonOf(error.cause)
}
