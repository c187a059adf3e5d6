import { Readable } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import { AppError, httpStatus } from '#api/lib/errors.ts'
import { countError } from '#api/telemetry/operations.ts'
import { largestBody, pictureCall, SMALL_BODY } from './body-limits.ts'
import { parseJsonBody } from './json-body.ts'
import { jsonTypeOf } from './json-type.ts'
import { contextOf } from './locals.ts'
import { isRead } from './methods.ts'
import { detailOf } from './problem.ts'
import { readBody } from './read-body.ts'
import { routedPath } from './routed-path.ts'
import { graphqlType } from './unavailable.ts'

const SIGN_IN_TO_SEND_MORE =
  'That is more than can be sent without an account. Sign in to send more than 64 KB at once.'

/** Reads the JSON bodies of /api, as far as their sender may send them. */
export const jsonBodies: RequestHandler = async (req, res, next) => {
  if (!hasJson(req)) return next()
  const call = pictureCall(req.method, routedPath(req))
  req.body = parseJsonBody(await bytesOf(req, res), call?.field ?? null)
  forgetAfter(req, res)
  next()
}

/** Reads the bodies of /graphql under the same rule, and leaves them to Yoga. */
export const graphqlBodies: RequestHandler = async (req, res, next) => {
  if (req.body !== undefined || !hasJson(req)) return next()
  try {
    req.body = Readable.from([await bytesOf(req, res)])
    forgetAfter(req, res)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, code } = error
    countError(null, code)
    const body = JSON.stringify({ errors: [{ message, extensions: { code } }] })
    return void res.status(httpStatus[code]).type(graphqlType(req)).send(body)
  }
  next()
}

/** An idle connection refers to its last request, which would keep its body. */
function forgetAfter(req: Request, res: Response) {
  res.once('close', () => {
    req.body = undefined
  })
}

function hasJson(req: Request): boolean {
  return !isRead(req.method) && typeof req.is('application/json') === 'string'
}

/** @throws AppError UNSUPPORTED_MEDIA, TOO_LARGE */
function bytesOf(req: Request, res: Response): Promise<Buffer> {
  const charset = jsonTypeOf(req.get('content-type'))?.params.get('charset') ?? 'utf-8'
  const encoding = req.get('content-encoding') ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA', detailOf(415))
  const path = routedPath(req)
  const { viewer, settings } = contextOf(res)
  const maySendMuch =
    viewer !== null || (settings.demoUser && pictureCall(req.method, path)?.forDemoUser)
  return maySendMuch
    ? readBody(req, largestBody(req.method, path))
    : readBody(req, SMALL_BODY, SIGN_IN_TO_SEND_MORE)
}
