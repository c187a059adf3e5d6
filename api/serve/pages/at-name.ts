import type { RequestHandler } from 'express'
import { isRead } from '#api/http/methods.ts'
import { profilePath } from '#rules/paths.ts'

/** An @, or the one of Chinese and Japanese keyboards, encoded or not, and a username. */
const AT_NAME = /^\/profile\/(?:@|%40|%EF%BC%A0)(?<name>[a-z0-9_]+)(?<rest>\/.*)?$/i

/** Redirects `/profile/@ann`, as the product shows the name, to `/profile/ann`. */
export const redirectAtName: RequestHandler = (req, res, next) => {
  const { name, rest = '' } = AT_NAME.exec(req.path)?.groups ?? {}
  if (name === undefined || !isRead(req.method)) return next()
  const [, search] = /(\?.*)$/s.exec(req.url) ?? ['', '']
  res.redirect(301, `${profilePath(name)}${rest}${search}`)
}
