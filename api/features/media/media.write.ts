import pLimit from 'p-limit'
import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context, Services } from '#api/context.ts'
import { type Media, Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'
import { checkDailyAllowance, DAY, picturePath } from './media.rules.ts'
import { lockPicture } from './picture-lock.ts'
import { readPicture } from './picture-reader.ts'

/** Each holds a connection to the database until its picture is kept: the others are for those who wait for no storage. */
const inTurn = pLimit(4)
/** Milliseconds: storage elsewhere may be slow, and is asked again. */
const LONGEST = 30_000

/** An upload, and where it is seen. */
export type StoredPicture = Media & { url: string }

/**
 * Keeps a picture for whoever the request acts as, for a post or an avatar of theirs. The same picture again is the same upload.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED, TOO_LARGE, UNSUPPORTED_MEDIA, OUT_OF_SPACE
 */
export async function storePicture(context: Context, bytes: Uint8Array): Promise<StoredPicture> {
  const { id: ownerId } = actorOf(context)
  if (bytes.length > limits.pictureBytes)
    throw new AppError('TOO_LARGE', messages.pictureSize.description)
  await consumeWriteLimit(context, 'upload')
  const uploads = await context.database.media.findMany({
    where: { ownerId, createdAt: { gt: new Date(Date.now() - DAY) } },
    select: { bytes: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  checkDailyAllowance(uploads, bytes.length)
  try {
    return await keepPicture(context, ownerId, bytes)
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003')
      await requireExistingAccount(context, ownerId)
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw outOfSpaceError()
    throw error
  }
}

/**
 * Keeps a picture for an account. No limit is checked but those of the picture itself.
 * @throws AppError TOO_LARGE, UNSUPPORTED_MEDIA
 */
export async function keepPicture(
  { database, pictures }: Pick<Services, 'database' | 'pictures'>,
  ownerId: string,
  bytes: Uint8Array,
): Promise<StoredPicture> {
  const picture = await readPicture(bytes)
  const { hash, width, height, placeholder } = picture
  const keep = async (transaction: Prisma.TransactionClient) => {
    await lockPicture(transaction, hash)
    const isNew = (await transaction.media.count({ where: { hash } })) === 0
    const media = await transaction.media.upsert({
      where: { ownerId_hash: { ownerId, hash } },
      create: { ownerId, hash, width, height, placeholder, bytes: bytes.length },
      // The day within which it has to be used begins again.
      update: { createdAt: new Date() },
    })
    try {
      await pictures.write(picture)
    } catch (error) {
      // What cannot be removed now is swept within the hour.
      if (isNew) await pictures.remove(hash).catch(() => {})
      throw error
    }
    return { ...media, url: picturePath(hash) }
  }
  return inTurn(() => database.$transaction(keep, { timeout: LONGEST }))
}
