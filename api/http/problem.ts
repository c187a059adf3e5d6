import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Logger } from 'pino'
import { isDiskFull, isUnavailable, unavailableMessage } from '#api/database/unavailable.ts'
import { AppError, type ErrorCode, httpStatus, OperationError } from '#api/lib/errors.ts'
import { isGraphql } from '#api/lib/graphql-path.ts'
import { codeOf, messageOf } from '#api/lib/operator-error.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { countError } from '#api/telemetry/operations.ts'
import { type FixedReason, reasons } from '#rules/reasons.ts'
import {
  formatError,
  INTERNAL_ERROR_CODE,
  internalErrorResponse,
  unavailableResponse,
} from './error-response.ts'
import { localsOf } from './locals.ts'
import { OverloadError } from './overload-error.ts'
import { PROBLEM_TYPE, type Problem, problemJson } from './problem-details.ts'

export function sendProblem(res: Response, problem: Problem): void {
  res.status(problem.status).type(PROBLEM_TYPE).send(problemJson(problem))
}

const noAddress: Problem = {
  status: 404,
  code: 'ADDRESS_NOT_FOUND',
  detail: 'There is nothing at this address.',
}

export function notFound(res: Response): void {
  sendProblem(res, noAddress)
}

/**
 * Responds to errors in the format of the requested API. An unexpected error shows the caller only
 * the request's id.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, _next) => {
    if (isAborted(thrown, req, res)) return
    const { requestId } = localsOf(res)
    if (res.headersSent) {
      log.error({ err: thrown, requestId }, 'A response could not be completed')
      return void res.destroy()
    }
    const isFailedWrite = req.method !== 'GET' && isDiskFull(thrown)
    if (isFailedWrite)
      log.warn({ requestId }, 'A write was rejected because the database disk is full')
    const error: unknown = isFailedWrite ? outOfSpaceError() : thrown
    if (error instanceof AppError) {
      if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter))
      return sendError(req, res, problemOf(error), error.code)
    }
    if (error instanceof OperationError) {
      const problem: Problem = {
        status: 500,
        code: 'INTERNAL_ERROR',
        detail: error.message,
        requestId,
      }
      return sendError(req, res, problem, INTERNAL_ERROR_CODE)
    }
    const status = clientErrorStatus(error)
    if (status) return sendError(req, res, defaultProblem(status), graphqlCodeOf(status))
    if (isUnavailable(error)) {
      // Load shedding logs how many it refuses.
      if (!(error instanceof OverloadError))
        log.warn(
          { requestId, reason: messageOf(error) },
          'A request failed because a service is unavailable',
        )
      const { headers, ...response } = unavailableResponse(
        req.originalUrl,
        req,
        requestId,
        sentenceFor(error),
      )
      return send(res.set(...headers), response)
    }
    log.error({ err: error, requestId }, 'A request failed')
    if (isGraphql(req.originalUrl)) countError(null, INTERNAL_ERROR_CODE)
    send(res, internalErrorResponse(req.originalUrl, req, requestId))
  }
}

function send(
  res: Response,
  { status, type, body }: { status: number; type: string; body: string },
) {
  res.status(status).type(type).send(body)
}

/** @param code of the error in GraphQL */
function sendError(req: Request, res: Response, problem: Problem, code: string): void {
  const { status, code: reason, requestId } = problem
  if (isGraphql(req.originalUrl)) countError(null, code)
  const extensions = { code, ...(requestId === undefined ? { reason } : { requestId }) }
  send(res, { status, ...formatError(req.originalUrl, req, { problem, extensions }) })
}

function problemOf({ code, reason, message, problems }: AppError): Problem {
  const errors = problems.map(({ field, reason, message }) => ({ field, code: reason, message }))
  return {
    status: httpStatus[code],
    code: reason,
    detail: message,
    ...(errors.length > 0 && { errors }),
  }
}

const ABORTED = ['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/**
 * Whether the caller closed the connection. The request's log line says so. After a reset, the
 * socket is destroyed before the response is.
 */
function isAborted(error: unknown, { socket }: Request, res: Response): boolean {
  return (res.destroyed || socket.destroyed) && ABORTED.includes(codeOf(error) ?? '')
}

/** The status of an error by Express or a body parser. Null for an internal error. */
function clientErrorStatus(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  // A path that can't be decoded is that of no resource.
  return error instanceof URIError ? noAddress.status : status
}

function graphqlCodeOf(status: number): ErrorCode {
  const codes = Object.keys(httpStatus) as ErrorCode[]
  return codes.find((code) => httpStatus[code] === status) ?? 'BAD_INPUT'
}

const defaultReasons: Partial<Record<number, FixedReason>> = {
  400: 'BODY_UNREADABLE',
  413: 'BODY_TOO_LARGE',
  415: 'BODY_TYPE_UNSUPPORTED',
}

/** The problem of an error that only has a status. */
export function defaultProblem(status: number): Problem {
  if (status === noAddress.status) return noAddress
  const code = defaultReasons[status]
  return code
    ? { status, code, detail: reasons[code] }
    : { status, code: 'REQUEST_UNREADABLE', detail: 'The request could not be read.' }
}

/** Other services than the database provide their own sentence. */
function sentenceFor(error: unknown): string {
  return error instanceof Error && 'sentence' in error
    ? String(error.sentence)
    : unavailableMessage(error)
}
