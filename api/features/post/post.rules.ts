import { AppError } from '#api/lib/errors.ts'
import { idParser, timeOf } from '#api/lib/ids.ts'

/** @param field the input that named the post */
export const postNotFound = (field = 'postId') =>
  new AppError('NOT_FOUND', 'POST_NOT_FOUND', { field })
export const parsePostId = idParser('Post', postNotFound)

const NEWCOMER_MS = 14 * 24 * 60 * 60 * 1000

/** When a post stops being shown as one by a newcomer, in milliseconds since 1970. */
export function newcomerUntil({ id, isEarly }: { id: string; isEarly: boolean }): number {
  return isEarly ? timeOf(id).getTime() + NEWCOMER_MS : 0
}
