import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { allRateLimits, rateLimitHeaders, recordLimits } from '#api/limits/rate-limit-headers.ts'
import type { Settings } from '#api/settings/settings.ts'
import { contextOf } from './locals.ts'

/** Names the limits, also on responses to requests whose caller is refused. */
export function nameRateLimits(settings: Settings): RequestHandler {
  const [name = '', policies = ''] = allRateLimits(settings)
  return (_req, res, next) => {
    if (settings.rateLimit) res.setHeader(name, policies)
    next()
  }
}

/** Tells programs which limits a request consumed, and what is left of them. */
export const sendRateLimits: RequestHandler = (_req, res, next) => {
  const context = contextOf(res)
  if (!context.settings.rateLimit) return next()
  const limits = recordLimits(context.limits)
  context.limits = limits
  onHeaders(res, () => {
    const headers = rateLimitHeaders(limits.consumed, res.statusCode)
    for (let index = 0; index < headers.length; index += 2)
      res.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  })
  next()
}
