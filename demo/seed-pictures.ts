import type { Services } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { picturePath } from '#api/features/media/media.rules.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { lockPicture } from '#api/features/media/picture-lock.ts'

export interface NewUpload {
  picture: Picture
  ownerId: string
  createdAt: Date
}

export interface SavedUpload {
  mediaId: string
  path: string
}

/**
 * Saves pictures as uploads of their owners, whose rows exist already.
 * @returns the uploads in the same order
 */
export async function saveUploads(
  transaction: Prisma.TransactionClient,
  store: Services['pictures'],
  uploads: readonly NewUpload[],
): Promise<SavedUpload[]> {
  for (const { picture } of uploads) await lockPicture(transaction, picture.hash)
  await Promise.all(uploads.map(({ picture }) => store.write(picture)))
  const saved: SavedUpload[] = []
  for (const { picture, ownerId, createdAt } of uploads) {
    const { hash, width, height, placeholder, display } = picture
    const media = await transaction.media.upsert({
      where: { ownerId_hash: { ownerId, hash } },
      create: { ownerId, hash, width, height, placeholder, bytes: display.length, createdAt },
      update: { createdAt },
      select: { id: true },
    })
    saved.push({ mediaId: media.id, path: picturePath(hash) })
  }
  return saved
}
