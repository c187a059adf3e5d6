import type { Services } from '../context.ts'
import { picturePath } from '../features/media/media.rules.ts'
import type { Picture } from '../features/media/picture.ts'
import { lockPicture } from '../features/media/picture-lock.ts'
import type { Prisma } from './generated/prisma/client.ts'

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
