import type { RequestHandler, Response } from 'express'
import { contextOf } from '../../http/locals.ts'
import { isRead } from '../../http/methods.ts'

/** For what may end a session: the answer goes out when no process takes that for somebody's any more. */
export const heldAnswer: RequestHandler = (_req, res, next) => {
  const { news } = contextOf(res).feed
  const end = res.end.bind(res) as (...given: unknown[]) => Response
  let hasEnded = false
  res.end = (...given: unknown[]) => {
    if (!hasEnded) {
      hasEnded = true
      news
        .knownToAll()
        .then(() => end(...given))
        .catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined))
    }
    return res
  }
  next()
}

/** The same for all but what only reads. */
export const heldChanges: RequestHandler = (req, res, next) => (isRead(req.method) ? next() : heldAnswer(req, res, next))
