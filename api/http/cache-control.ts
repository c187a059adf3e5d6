import type { RequestHandler } from 'express'
import { demoUser } from '#rules/demo-user.ts'

/** Forbids caching by default, because most responses depend on the caller. */
export const privateResponses: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-store')
  res.vary('Cookie').vary(demoUser.header)
  next()
}
