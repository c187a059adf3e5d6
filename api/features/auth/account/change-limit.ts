import type { RequestHandler } from 'express'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { isRead } from '#api/http/methods.ts'

/** Limits writes at every path below /api/auth. Some routes have stricter limits as well. */
export const limitChanges: RequestHandler = async (req, res, next) => {
  if (isRead(req.method)) return next()
  const { limits, clientAddress } = contextOf(res)
  await limits.consume('accountChange', localsOf(res).session?.userId ?? clientAddress)
  next()
}
