import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { isDiskFull, isUnavailable, unavailableMessage } from '#api/database/unavailable.ts'
import { AppError, httpStatus, OperationError } from '#api/lib/errors.ts'
import { codeOf, messageOf } from '#api/lib/operator-error.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { type FixedReason, type Reason, reasons } from '#rules/reasons.ts'
import { localsOf } from './locals.ts'
import { unavailableResponse } from './unavailable.ts'

/** Problem details (RFC 9457). */
export interface Problem {
  status: number
  /** A stable name of the detail. */
  code: Reason
  /** A sentence for the user. */
  detail: string
  errors?: readonly { field: string; code: Reason; message: string }[]
  /** For an internal error: finds its log entry. */
  requestId?: string
}

export function problemJson({ status, code, detail, ...rest }: Problem): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    ...rest,
  })
}

export function sendProblem(res: Response, problem: Problem): void {
  res.status(problem.status).type('application/problem+json').send(problemJson(problem))
}

export function notFound(res: Response): void {
  sendProblem(res, {
    status: 404,
    code: 'ADDRESS_NOT_FOUND',
    detail: 'There is nothing at this address.',
  })
}

/** Responds to errors. An unexpected error shows the caller only the request's id. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    if (isAborted(thrown, res)) return
    if (res.headersSent) return next(thrown)
    const { requestId } = localsOf(res)
    const isFailedWrite = req.method !== 'GET' && isDiskFull(thrown)
    if (isFailedWrite)
      log.warn({ requestId }, 'A write was rejected because the database disk is full')
    const error: unknown = isFailedWrite ? outOfSpaceError() : thrown
    if (error instanceof AppError) {
      if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter))
      return sendProblem(res, problemOf(error))
    }
    if (error instanceof OperationError)
      return sendProblem(res, {
        status: 500,
        code: 'INTERNAL_ERROR',
        detail: error.message,
        requestId,
      })
    const status = clientErrorStatus(error)
    if (status) return sendProblem(res, defaultProblem(status))
    if (isUnavailable(error)) {
      log.warn(
        { requestId, reason: messageOf(error) },
        'A request failed because a service is unavailable',
      )
      const { status, type, body, headers } = unavailableResponse(
        req.originalUrl,
        req,
        requestId,
        sentenceFor(error),
      )
      return void res
        .status(status)
        .set(...headers)
        .type(type)
        .send(body)
    }
    log.error({ err: error, requestId }, 'A request failed')
    sendProblem(res, {
      status: 500,
      code: 'INTERNAL_ERROR',
      detail: `Something went wrong. If it keeps happening, tell us this number: ${requestId}`,
      requestId,
    })
  }
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

/** Whether the caller closed the connection. The request's log line says so. */
function isAborted(error: unknown, res: Response): boolean {
  return res.destroyed && ABORTED.includes(codeOf(error) ?? '')
}

/** The status of an error by Express or a body parser. Null for an internal error. */
function clientErrorStatus(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}

const defaultReasons: Partial<Record<number, FixedReason>> = {
  400: 'BODY_UNREADABLE',
  413: 'BODY_TOO_LARGE',
  415: 'BODY_TYPE_UNSUPPORTED',
}

/** The problem of an error that only has a status. */
export function defaultProblem(status: number): Problem {
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
