import { hash } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { deleteInBatches } from '#api/job.ts'
import { AppError } from '#api/lib/errors.ts'
import type { NewPost } from './new-post.ts'
import { postWrites } from './post.insert.ts'
import { postNotFound } from './post.rules.ts'

const TTL_MS = 24 * 60 * 60 * 1000

/**
 * Finds the post that an author created with the same idempotency key. It may be deleted by now.
 * @returns its UUID; null for a new or expired key
 * @throws AppError CONFLICT when the key belongs to a different post, NOT_FOUND when it is hidden
 */
export async function findByIdempotencyKey(
  { database }: Pick<Services, 'database'>,
  authorId: string,
  post: NewPost,
): Promise<string | null> {
  if (post.clientKey === null) return null
  const key = { authorId, key: post.clientKey }
  const stored = await postWrites(database).findKey(key)
  if (!stored) return null
  if (stored.createdAt <= expiryTime(Date.now())) {
    await database.postKey.deleteMany({ where: { ...key, createdAt: stored.createdAt } })
    return null
  }
  if (stored.hash !== fingerprint(post)) {
    throw new AppError('CONFLICT', 'IDEMPOTENCY_KEY_REUSED', { field: 'clientKey' })
  }
  // SQL: is_hidden is the definition.
  const hidden = await database.$queryRaw<unknown[]>`
    SELECT "id" FROM "Post"
    WHERE "id" = ${stored.postId}::uuid AND is_hidden("hiddenAt", "hiddenUntil")`
  if (hidden.length > 0) throw postNotFound()
  return stored.postId
}

/** Whether an author created a post with an idempotency key that has not expired. */
export async function isKeyUsed(
  { database }: Pick<Services, 'database'>,
  key: { authorId: string; key: string },
): Promise<boolean> {
  const stored = await postWrites(database).findKey(key)
  return stored !== null && stored.createdAt > expiryTime(Date.now())
}

export function toKeyRow(postId: string, authorId: string, post: NewPost, key: string) {
  return { authorId, key, hash: fingerprint(post), postId }
}

export async function deleteExpiredIdempotencyKeys(
  { database }: Pick<Services, 'database'>,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const where = { createdAt: { lte: expiryTime(now) } }
  await deleteInBatches(
    async (limit) => (await database.postKey.deleteMany({ where, limit })).count,
    signal,
  )
}

/** Keys from before this time have expired. */
const expiryTime = (now: number) => new Date(now - TTL_MS)

/** Of every field, so that a new one counts too. One that is null does not change stored hashes. */
function fingerprint({ clientKey: _, ...post }: NewPost): string {
  const given = Object.entries(post).filter(([, value]) => value !== null)
  return hash('sha256', JSON.stringify(given.sort()), 'hex')
}
