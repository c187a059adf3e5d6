import type { RequestHandler, Response } from 'express'
import { OIDC_CALLBACK } from '#rules/oidc.ts'
import type { Services } from '../../context.ts'
import { isRead } from '../../http/methods.ts'

/** What is asked here may end a session. Its answer goes out when no process takes that for somebody's any more. */
export function heldAnswers({ feed }: Services): RequestHandler {
  return (req, res, next) => {
    if (isRead(req.method) && req.baseUrl + req.path !== OIDC_CALLBACK) return next()
    const end = res.end.bind(res) as (...given: unknown[]) => Response
    res.end = (...given: unknown[]) => {
      void feed.news.knownToAll().then(() => end(...given))
      return res
    }
    next()
  }
}
