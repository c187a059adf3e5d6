import { AppError } from '#api/lib/errors.ts'
import { fromPublicId } from '#api/lib/ids.ts'

export const applicationNotFound = () =>
  new AppError('NOT_FOUND', 'APPLICATION_NOT_FOUND', { field: 'userId' })

/**
 * Returns the UUID of an application's public id.
 * @throws AppError NOT_FOUND for anything else
 */
export function parseApplicationId(id: string): string {
  const key = fromPublicId(id)
  if (key?.type !== 'Application') throw applicationNotFound()
  return key.uuid
}
