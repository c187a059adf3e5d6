import type { Request, Response } from 'express'
import { countError } from '#api/telemetry/operations.ts'
import { reasons } from '#rules/reasons.ts'
import { graphqlError, isGraphql } from './formatted-error.ts'
import { sendProblem } from './problem.ts'

const STATUS = 401
const CODE = 'TOKEN_INVALID'

/** Refuses a request whose API token is wrong, in the form that clients of the address expect. */
export function refuseToken(req: Request, res: Response): void {
  res.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  const detail = reasons[CODE]
  if (!isGraphql(req.originalUrl)) {
    sendProblem(res, { status: STATUS, code: CODE, detail })
    return
  }
  countError(null, 'UNAUTHENTICATED')
  const { type, body } = graphqlError(req, detail, { code: 'UNAUTHENTICATED', reason: CODE })
  res.status(STATUS).type(type).send(body)
}
