import { AppError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'

export const userNotFound = () => new AppError('NOT_FOUND', 'USER_NOT_FOUND', { field: 'userId' })
export const parseUserId = idParser('User', userNotFound)
