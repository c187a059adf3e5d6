import { createHash } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { postGone } from './post.rules.ts'
import type { NewPost } from './post.write.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * The post that an author made with this key within a day, which may be gone by now.
 * @returns its UUID, null when the key is free
 * @throws AppError CONFLICT when the key stands for another post, NOT_FOUND when its post was hidden
 */
export async function madeBefore(
  { database, inserts }: Pick<Services, 'database' | 'inserts'>,
  authorId: string,
  post: NewPost,
): Promise<string | null> {
  if (post.clientKey === null) return null
  const name = { authorId, key: post.clientKey }
  const first = await inserts.findKey(name)
  if (!first) return null
  if (first.createdAt <= aDayBefore(Date.now())) {
    await database.postKey.deleteMany({ where: { ...name, createdAt: first.createdAt } })
    return null
  }
  if (first.hash !== fingerprint(post)) {
    throw new AppError(
      'CONFLICT',
      'That key stands for another post already. Use a new key for a new post.',
      { field: 'clientKey' },
    )
  }
  const kept = await database.post.findUnique({
    where: { id: first.postId },
    select: { hiddenAt: true },
  })
  if (kept?.hiddenAt) throw postGone()
  return first.postId
}

/** What is remembered of a post by its key. */
export function keyRow(postId: string, authorId: string, post: NewPost, key: string) {
  return { authorId, key, hash: fingerprint(post), postId }
}

/** Forgets the keys that are free again. */
export async function sweepPostKeys(
  { database }: Pick<Services, 'database'>,
  now = Date.now(),
): Promise<void> {
  await database.postKey.deleteMany({ where: { createdAt: { lte: aDayBefore(now) } } })
}

const aDayBefore = (now: number) => new Date(now - DAY)

function fingerprint({ content, imageUrl, imageAlt, videoUrl }: NewPost): string {
  return createHash('sha256')
    .update(JSON.stringify([content, imageUrl, imageAlt, videoUrl]))
    .digest('hex')
}
