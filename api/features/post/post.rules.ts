import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'

export const postGone = () =>
  new AppError('NOT_FOUND', 'That post is not there anymore.', { field: 'postId' })

/**
 * The key of the post that a caller names.
 * @throws AppError NOT_FOUND when it can be no post's
 */
export function postKey(id: string): string {
  const key = fromPublicId(id)
  if (key?.type !== 'Post') throw postGone()
  return key.uuid
}

/** The smaller rendition of an uploaded picture. */
export function smallPath(path: string): string {
  return path.replace(/\.webp$/, '-small.webp')
}
