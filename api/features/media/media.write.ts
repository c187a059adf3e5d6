import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context, Services } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Media } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { limits } from '#rules/limits.ts'
import { DAY_MS, dailyQuota, picturePath } from './media.rules.ts'
import { withLockedPicture } from './picture-lock.ts'
import { processPicture } from './picture-pool.ts'

export type StoredPicture = Media & { url: string }

/** @throws AppError TOO_LARGE */
function requireSize(bytes: Uint8Array): void {
  if (bytes.length > limits.pictureBytes) throw new AppError('TOO_LARGE', 'PICTURE_TOO_LARGE')
}

/**
 * Stores a picture for the actor's posts or avatar. The same picture again is the same upload.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED, TOO_LARGE, UNSUPPORTED_MEDIA, OUT_OF_SPACE
 */
export async function uploadPicture(context: Context, bytes: Uint8Array): Promise<StoredPicture> {
  const { id: ownerId } = actorOf(context)
  requireSize(bytes)
  await consumeWriteLimit(context, 'upload')
  const uploads = await context.database.media.findMany({
    where: { ownerId, createdAt: { gt: new Date(Date.now() - DAY_MS) } },
    select: { bytes: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  const quota = dailyQuota(uploads, bytes.length)
  context.limits.report?.('uploadBytes', quota)
  if (quota.isExceeded)
    throw new AppError('RATE_LIMITED', 'UPLOAD_QUOTA_USED', { retryAfter: quota.resetAfter })
  try {
    return await storePicture(context, ownerId, bytes)
  } catch (error) {
    if (violates(error, 'foreign key')) await requireExistingAccount(context, ownerId)
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw outOfSpaceError()
    throw error
  }
}

/**
 * The URL of a picture that comes with the idempotency key of an earlier post. Stores nothing: a
 * retry has the URL of the stored picture, and another picture has another URL, for which the key
 * is refused. Its limit is its own: the first try may have taken the last point of the uploads.
 * @throws AppError as `uploadPicture`
 */
export async function repeatedPicture(context: Context, bytes: Uint8Array): Promise<string> {
  requireSize(bytes)
  await consumeWriteLimit(context, 'repeatedUpload')
  return picturePath((await processPicture(bytes)).hash)
}

/**
 * Stores a picture for an account, without limits and quota.
 * @throws AppError TOO_LARGE, UNSUPPORTED_MEDIA
 */
export async function storePicture(
  { database, pictures }: Pick<Services, 'database' | 'pictures'>,
  ownerId: string,
  bytes: Uint8Array,
): Promise<StoredPicture> {
  const picture = await processPicture(bytes)
  const { hash, width, height, placeholder } = picture
  return withLockedPicture(database, hash, async (transaction) => {
    const isNew = (await transaction.media.count({ where: { hash } })) === 0
    const media = await transaction.media.upsert({
      where: { ownerId_hash: { ownerId, hash } },
      create: { ownerId, hash, width, height, placeholder, bytes: bytes.length },
      // Restarts the day after which the cleanup removes an unused upload.
      update: { createdAt: new Date() },
    })
    try {
      await pictures.write(picture)
    } catch (error) {
      // The hourly cleanup removes what remains.
      if (isNew) await pictures.remove(hash).catch(() => {})
      throw error
    }
    return { ...media, url: picturePath(hash) }
  })
}
