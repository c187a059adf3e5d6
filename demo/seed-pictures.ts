import type { Services } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { picturePath } from '#api/features/media/media.rules.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { lockPicture } from '#api/features/media/picture-lock.ts'

/** A painted picture, and who owns it since when. */
export interface Painted {
  picture: Picture
  ownerId: string
  createdAt: Date
}

/** Of a kept picture, what a post or an avatar needs. */
export interface Kept {
  mediaId: string
  path: string
}

/**
 * Keeps painted pictures as uploads of their owners, who must stand in the database already.
 * @returns one for each, in their order
 */
export async function keepPainted(
  transaction: Prisma.TransactionClient,
  store: Services['pictures'],
  painted: readonly Painted[],
): Promise<Kept[]> {
  for (const { picture } of painted) await lockPicture(transaction, picture.hash)
  await Promise.all(painted.map(({ picture }) => store.write(picture)))
  const kept: Kept[] = []
  for (const { picture, ownerId, createdAt } of painted) {
    const { hash, width, height, placeholder, display } = picture
    const media = await transaction.media.upsert({
      where: { ownerId_hash: { ownerId, hash } },
      create: { ownerId, hash, width, height, placeholder, bytes: display.length, createdAt },
      update: { createdAt },
      select: { id: true },
    })
    kept.push({ mediaId: media.id, path: picturePath(hash) })
  }
  return kept
}
