import { createHash } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { postNotFound } from './post.rules.ts'
import type { NewPost } from './post.write.ts'

const TTL_MS = 24 * 60 * 60 * 1000

/**
 * Finds the post that an author created with the same idempotency key. It may be deleted by now.
 * @returns its UUID; null for a new or expired key
 * @throws AppError CONFLICT when the key belongs to a different post, NOT_FOUND when it is hidden
 */
export async function findByIdempotencyKey(
  { database, postWrites }: Pick<Services, 'database' | 'postWrites'>,
  authorId: string,
  post: NewPost,
): Promise<string | null> {
  if (post.clientKey === null) return null
  const key = { authorId, key: post.clientKey }
  const stored = await postWrites.findKey(key)
  if (!stored) return null
  if (stored.createdAt <= expiryTime(Date.now())) {
    await database.postKey.deleteMany({ where: { ...key, createdAt: stored.createdAt } })
    return null
  }
  if (stored.hash !== fingerprint(post)) {
    throw new AppError(
      'CONFLICT',
      'That key was already used for another post. Use a new key for a new post.',
      { field: 'clientKey' },
    )
  }
  const original = await database.post.findUnique({
    where: { id: stored.postId },
    select: { hiddenAt: true },
  })
  if (original?.hiddenAt) throw postNotFound()
  return stored.postId
}

export function toKeyRow(postId: string, authorId: string, post: NewPost, key: string) {
  return { authorId, key, hash: fingerprint(post), postId }
}

export async function deleteExpiredIdempotencyKeys(
  { database }: Pick<Services, 'database'>,
  now = Date.now(),
): Promise<void> {
  await database.postKey.deleteMany({ where: { createdAt: { lte: expiryTime(now) } } })
}

/** Keys from before this time have expired. */
const expiryTime = (now: number) => new Date(now - TTL_MS)

function fingerprint({ content, imageUrl, imageAlt, videoUrl }: NewPost): string {
  return createHash('sha256')
    .update(JSON.stringify([content, imageUrl, imageAlt, videoUrl]))
    .digest('hex')
}
