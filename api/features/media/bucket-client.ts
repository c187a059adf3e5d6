import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { BucketSettings } from '#api/settings/settings.ts'

/** The bucket is unavailable: `message` is for the operator, `sentence` for a visitor. */
export class BucketUnavailableError extends OperatorError {
  override readonly name = 'BucketUnavailableError'
  readonly code = UNAVAILABLE_CODE
  readonly sentence = 'Photos are unavailable right now. Please try again in a few seconds.'
}

/** Leaves room for other objects in the bucket. */
export const KEY_PREFIX = 'media/'
const REQUEST_TIMEOUT_MS = 5_000
/** After a request without a response, further ones fail at once for this long. */
const COOLDOWN_MS = 2_000
const MAX_ATTEMPTS = 2

/** Sends requests to an S3 bucket. */
export interface BucketClient {
  /** The bucket's name and endpoint, for messages. */
  readonly location: string
  /** @throws BucketUnavailableError when the operation or a recent one failed */
  request<T>(operation: (connection: BucketConnection) => Promise<T>): Promise<T>
}

interface BucketConnection {
  disk: Disk
  /** Lists one page of the objects below the prefix, with their sizes. */
  list(continuationToken: string | undefined): Promise<ListObjectsV2CommandOutput>
}

/** Loads the S3 libraries at the first request. */
export function createBucketClient(
  settings: BucketSettings,
  timeoutMs = REQUEST_TIMEOUT_MS,
): BucketClient {
  const location = `the bucket ${settings.bucket} at ${settings.endpoint}`
  let connection: Promise<BucketConnection> | undefined
  /** By the monotonic clock. */
  let unavailableUntil = 0

  const unavailable = (reason: string, cause?: unknown) =>
    new BucketUnavailableError(`Could not access photos in ${location}: ${reason}.`, { cause })

  return {
    location,
    async request(operation) {
      if (performance.now() < unavailableUntil) throw unavailable('it did not respond a moment ago')
      connection ??= connect(settings, timeoutMs)
      try {
        return await operation(await connection)
      } catch (error) {
        if (statusOf(error) === null) unavailableUntil = performance.now() + COOLDOWN_MS
        throw unavailable(rootMessageOf(error).replace(/\.$/, ''), error)
      }
    },
  }
}

async function connect(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings,
  timeoutMs: number,
): Promise<BucketConnection> {
  const [{ Disk }, { S3Driver }, { ListObjectsV2Command, S3Client }] = await Promise.all([
    import('flydrive'),
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Not every S3-compatible store supports virtual-hosted buckets or the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // Without `throwOnRequestTimeout` the client only logs a warning and keeps waiting.
    requestHandler: {
      connectionTimeout: timeoutMs / 2,
      requestTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    // Flydrive's own list leaves out the sizes.
    list: (continuationToken) =>
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: KEY_PREFIX,
          ...(continuationToken && { ContinuationToken: continuationToken }),
        }),
      ),
  }
}

export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404 && !isNamed(error, 'NoSuchBucket')
}

/** The HTTP status of the response; null without a response. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode ?? statusOf(error.cause)
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && (error.name === name || isNamed(error.cause, name))
}

/** The innermost cause is the most specific. */
function rootMessageOf(error: unknown): string {
  if (!(error instanceof Error) || error.cause === undefined) return messageOf(error)
  return rootMessageOf(error.cause)
}
