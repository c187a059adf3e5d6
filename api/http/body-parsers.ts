import type { Request, RequestHandler, Response } from 'express'
import { admitBody, reserveBody } from '#api/admission/bodies.ts'
import { AppError } from '#api/lib/errors.ts'
import { accountOf } from '#api/token-grant.ts'
import { pictureEndpoint } from '#rules/picture-bodies.ts'
import { PICTURE_BODY_BYTES, SMALL_BODY_BYTES } from './body-limits.ts'
import { isPlainJson, jsonTypeOf } from './content-types.ts'
import { type JsonBody, parseBodyWithPicture, requireFewValues } from './json-body.ts'
import { contextOf } from './locals.ts'
import { isRead } from './methods.ts'
import { routedPath } from './paths.ts'
import { type BodyLimits, readBody } from './read-body.ts'
import { takeBody } from './received-body.ts'

/** Parses the JSON bodies of /api. Only an embedded picture may exceed 64 KB. */
export const jsonBodyParser: RequestHandler = async (req, res, next) => {
  if (!hasJson(req)) return next()
  const body = takeBody(req)
  req.body = body ? body.object : await readPictureBody(req, res)
  releaseOnClose(req, res)
  next()
}

/** Hands the received bodies of /graphql to Yoga, which parses text itself, and JSON in the URL. */
export const graphqlBodyParser: RequestHandler = (req, res, next) => {
  if (!hasJson(req)) {
    requireSmallParameters(req.url)
    return next()
  }
  const body = takeBody(req)
  if (!body) throw refusal(req)
  req.body = objectOf(body) ?? body.text
  releaseOnClose(req, res)
  next()
}

/**
 * @returns null for invalid JSON and scalars, which Yoga reports, and for an empty object, which
 * Yoga mistakes for no body
 * @throws AppError BAD_INPUT for too many values
 */
function objectOf(body: JsonBody): object | null {
  try {
    const { object } = body
    return Object.keys(object).length > 0 ? object : null
  } catch (error) {
    if (error instanceof AppError && error.reason !== 'BODY_TOO_COMPLEX') return null
    throw error
  }
}

/** An idle connection refers to its last request, which would keep its body alive. */
function releaseOnClose(req: Request, res: Response) {
  res.once('close', () => {
    req.body = undefined
  })
}

function hasJson(req: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  const hasBody = length !== undefined || encoding !== undefined
  return !isRead(req.method) && hasBody && jsonTypeOf(req.get('content-type')) !== null
}

/** @throws AppError BAD_INPUT */
function requireSmallParameters(url: string): void {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  for (const name of ['variables', 'extensions'])
    requireFewValues(Buffer.from(parameters.get(name) ?? ''))
}

/** Why a body was not received. */
function refusal(req: Request, tooLargeReason = 'BODY_TOO_LARGE' as const): AppError {
  return isPlainJson(req.headers)
    ? new AppError('TOO_LARGE', tooLargeReason)
    : new AppError('UNSUPPORTED_MEDIA', 'BODY_TYPE_UNSUPPORTED')
}

/** @throws AppError UNSUPPORTED_MEDIA, TOO_LARGE, BAD_INPUT; OverloadError */
async function readPictureBody(req: Request, res: Response): Promise<Record<string, unknown>> {
  const endpoint = pictureEndpoint(req.method, routedPath(req))
  if (!endpoint || !isPlainJson(req.headers)) throw refusal(req)
  const context = contextOf(res)
  const mayEmbed =
    accountOf(context) !== null || (context.settings.demoUser && endpoint.forDemoUser)
  const bytes = await readRest(req, res, {
    maxBytes: mayEmbed ? PICTURE_BODY_BYTES : SMALL_BODY_BYTES,
    tooLargeReason: mayEmbed ? 'BODY_TOO_LARGE' : 'SIGN_IN_TO_SEND_MORE',
  })
  return parseBodyWithPicture(bytes, endpoint.field)
}

/**
 * Reads a body that was not received before its request was admitted. Its memory is free again
 * after the response.
 * @throws AppError TOO_LARGE; OverloadError
 */
export async function readRest(
  req: Request,
  res: Response,
  limits: Omit<BodyLimits, 'reservation'>,
): Promise<Buffer> {
  const reservation = reserveBody(req)
  res.once('close', reservation.release)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  readBody(req, { ...limits, reservation }, (error, bytes) =>
    error ? reject(error) : resolve(bytes),
  )
  const bytes = await promise
  await admitBody(req, bytes.length)
  return bytes
}
