import type { IncomingMessage } from 'node:http'
import type { BodyBudget } from '#api/admission/bodies.ts'
import type { Turns } from '#api/lib/turns.ts'
import { pictureEndpoint } from '#rules/picture-bodies.ts'
import { SMALL_BODY_BYTES } from './body-limits.ts'
import { isPlainJson } from './content-types.ts'
import { JsonBody } from './json-body.ts'
import { isRead } from './methods.ts'
import { OverloadError } from './overload-error.ts'
import { routedPath } from './paths.ts'
import { readBody } from './read-body.ts'

const received = Symbol('the received body')

interface Request extends IncomingMessage {
  [received]?: JsonBody | Error | undefined
}

/** Whether a request has a JSON body of up to 64 KB, or may have one. */
export function hasSmallJson(req: IncomingMessage): boolean {
  const { method = '', headers } = req
  if (isRead(method) || !isPlainJson(headers)) return false
  if (headers['transfer-encoding'] !== undefined)
    return pictureEndpoint(method, routedPath(req)) === null
  return Number(headers['content-length'] ?? Number.NaN) <= SMALL_BODY_BYTES
}

interface Receiving {
  budget: BodyBudget
  turns: Turns
}

/**
 * Receives a small body before anything else handles its request, and waits for the turn in which
 * it may be parsed. It stays with the request until `takeBody`. Does not call back if the caller
 * disconnects.
 */
export function receiveBody(req: Request, { budget, turns }: Receiving, done: () => void): void {
  const reservation = budget.reserve(req)
  const settle = (body: JsonBody | Error) => {
    reservation.release()
    if (req.socket.destroyed) return
    req[received] = body
    done()
  }
  readBody(req, { maxBytes: SMALL_BODY_BYTES, reservation }, (error, bytes) => {
    const body = error ?? new JsonBody(bytes)
    const pass = () => settle(body)
    if (error) return pass()
    if (turns.tryRun(bytes.length, pass)) return
    // A body that arrived at once was not counted yet.
    if (reservation.growTo(bytes.length)) turns.run(bytes.length, pass)
    else settle(new OverloadError())
  })
}

/**
 * Takes a body from its request, which would keep it alive while its connection is idle.
 * @returns null unless it was received
 * @throws AppError TOO_LARGE, OverloadError
 */
export function takeBody(req: Request): JsonBody | null {
  const body = req[received] ?? null
  req[received] = undefined
  if (body instanceof Error) throw body
  return body
}

/** As `takeBody`, but leaves an error for the one who reports it. */
export function takeGoodBody(req: Request): JsonBody | null {
  return req[received] instanceof Error ? null : takeBody(req)
}

/** Frees the memory of a body whose request is rejected. */
export function dropBody(req: Request): void {
  req[received] = undefined
}

/** Puts a taken body back, for another handler. */
export function putBodyBack(req: Request, body: JsonBody): void {
  req[received] = body
}
