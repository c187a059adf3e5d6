import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'

export const userNotFound = () => new AppError('NOT_FOUND', 'USER_NOT_FOUND', { field: 'userId' })

/**
 * Returns the UUID of a user's public id.
 * @throws AppError NOT_FOUND for anything else
 */
export function parseUserId(id: string): string {
  const key = fromPublicId(id)
  if (key?.type !== 'User') throw userNotFound()
  return key.uuid
}
