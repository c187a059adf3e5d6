import { Readable } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import { AppError, httpStatus } from '#api/lib/errors.ts'
import { countError } from '#api/telemetry/operations.ts'
import { accountOf } from '#api/token-grant.ts'
import { maxBodyBytes, pictureEndpoint, SMALL_BODY_BYTES } from './body-limits.ts'
import { graphqlError } from './formatted-error.ts'
import { parseJsonBody, withoutByteOrderMark } from './json-body.ts'
import { jsonTypeOf } from './json-type.ts'
import { contextOf } from './locals.ts'
import { isRead } from './methods.ts'
import { readBody } from './read-body.ts'
import { routedPath } from './routed-path.ts'

/** Parses the JSON bodies of /api. The size limit depends on the caller. */
export const jsonBodyParser: RequestHandler = async (req, res, next) => {
  if (!hasJson(req)) return next()
  const endpoint = pictureEndpoint(req.method, routedPath(req))
  req.body = parseJsonBody(await readLimited(req, res), endpoint?.field ?? null)
  releaseOnClose(req, res)
  next()
}

/** Reads the bodies of /graphql under the same limits. Yoga parses them. */
export const graphqlBodyParser: RequestHandler = async (req, res, next) => {
  if (req.body !== undefined || !hasJson(req)) return next()
  try {
    req.body = Readable.from([withoutByteOrderMark(await readLimited(req, res))])
    releaseOnClose(req, res)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, code, reason } = error
    countError(null, code)
    const { type, body } = graphqlError(req, message, { code, reason })
    return void res.status(httpStatus[code]).type(type).send(body)
  }
  next()
}

/** An idle connection refers to its last request, which would keep its body alive. */
function releaseOnClose(req: Request, res: Response) {
  res.once('close', () => {
    req.body = undefined
  })
}

function hasJson(req: Request): boolean {
  return !isRead(req.method) && typeof req.is('application/json') === 'string'
}

/** @throws AppError UNSUPPORTED_MEDIA, TOO_LARGE */
function readLimited(req: Request, res: Response): Promise<Buffer> {
  const charset = jsonTypeOf(req.get('content-type'))?.params.get('charset') ?? 'utf-8'
  const encoding = req.get('content-encoding') ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA', 'BODY_TYPE_UNSUPPORTED')
  const path = routedPath(req)
  const context = contextOf(res)
  const { settings } = context
  const allowsLargeBody =
    accountOf(context) !== null ||
    (settings.demoUser && pictureEndpoint(req.method, path)?.forDemoUser)
  return allowsLargeBody
    ? readBody(req, maxBodyBytes(req.method, path))
    : readBody(req, SMALL_BODY_BYTES, 'SIGN_IN_TO_SEND_MORE')
}
