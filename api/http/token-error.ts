import type { Request, Response } from 'express'
import { countError } from '#api/telemetry/operations.ts'
import { reasons } from '#rules/reasons.ts'
import { sendProblem } from './problem.ts'
import { graphqlType } from './unavailable.ts'

const STATUS = 401
const CODE = 'TOKEN_INVALID'

/** Refuses a request whose API token is wrong, in the form that clients of the address expect. */
export function refuseToken(req: Request, res: Response): void {
  res.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  const detail = reasons[CODE]
  if (!/^\/graphql\/?$/i.test(req.path)) {
    sendProblem(res, { status: STATUS, code: CODE, detail })
    return
  }
  countError(null, 'UNAUTHENTICATED')
  const error = { message: detail, extensions: { code: 'UNAUTHENTICATED', reason: CODE } }
  res
    .status(STATUS)
    .type(graphqlType(req))
    .send(JSON.stringify({ errors: [error] }))
}
