import type { RequestHandler } from 'express'
import { refuseAnotherAccount } from '#api/named-account.ts'
import { contextOf } from './locals.ts'
import { isRead } from './methods.ts'

/** Refuses a write from a page that shows another account than the one that would act. */
export const accountCheck: RequestHandler = (req, res, next) => {
  if (!isRead(req.method)) refuseAnotherAccount(contextOf(res))
  next()
}
