import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'

export const postNotFound = () =>
  new AppError('NOT_FOUND', 'That post no longer exists.', { field: 'postId' })

/**
 * Returns the UUID of a post's public id.
 * @throws AppError NOT_FOUND for anything else
 */
export function parsePostId(id: string): string {
  const key = fromPublicId(id)
  if (key?.type !== 'Post') throw postNotFound()
  return key.uuid
}
