import { AppError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'

export const applicationNotFound = () =>
  new AppError('NOT_FOUND', 'APPLICATION_NOT_FOUND', { field: 'userId' })
export const parseApplicationId = idParser('Application', applicationNotFound)
