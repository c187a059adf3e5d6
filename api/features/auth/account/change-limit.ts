import type { RequestHandler } from 'express'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { isRead } from '#api/http/methods.ts'

/** For every address below /api/auth, so that a new one is limited by default. Some have tighter limits of their own. */
export const limitChanges: RequestHandler = async (req, res, next) => {
  if (isRead(req.method)) return next()
  const { limits, clientAddress } = contextOf(res)
  await limits.consume('accountChange', localsOf(res).session?.userId ?? clientAddress)
  next()
}
