import type { RequestHandler } from 'express'
import { demoUser } from '#rules/demo-user.ts'

/** Unless a door says otherwise, an answer is the caller's own and nobody keeps it. */
export const privateAnswers: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-store')
  res.vary('Cookie').vary(demoUser.header)
  next()
}
