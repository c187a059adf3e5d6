import type { RequestHandler } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'

/** API tokens cannot reach account settings. */
export const refuseTokens: RequestHandler = (req, res, next) => {
  if (contextOf(res).token && req.path !== '/user')
    throw new AppError('FORBIDDEN', 'TOKEN_NOT_ALLOWED')
  next()
}
