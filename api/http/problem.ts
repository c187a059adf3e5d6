import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { isDiskFull, isUnavailable, unavailableMessage } from '#api/database/unavailable.ts'
import { AppError, type FieldProblem, httpStatus } from '#api/lib/errors.ts'
import { codeOf, messageOf } from '#api/lib/operator-error.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { localsOf } from './locals.ts'
import { unavailableAnswer } from './unavailable.ts'

/** An error as RFC 9457 writes it. */
export interface Problem {
  status: number
  /** A sentence for the person who asked. */
  detail: string
  errors?: readonly FieldProblem[]
  /** With a fault of the server: what the log knows it by. */
  requestId?: string
}

export function problemJson({ status, detail, ...rest }: Problem): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...rest,
  })
}

export function sendProblem(res: Response, problem: Problem): void {
  res.status(problem.status).type('application/problem+json').send(problemJson(problem))
}

export function notFound(res: Response): void {
  sendProblem(res, { status: 404, detail: 'There is nothing at this address.' })
}

/** Ends every request that went wrong: a refusal in its own words, a fault with nothing but the request's id. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    if (isAborted(thrown, res)) return
    if (res.headersSent) return next(thrown)
    const { requestId } = localsOf(res)
    const isRefused = req.method !== 'GET' && isDiskFull(thrown)
    if (isRefused)
      log.warn({ requestId }, 'A change was refused because the disk of the database is full')
    const error: unknown = isRefused ? outOfSpaceError() : thrown
    if (error instanceof AppError) {
      if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter))
      const errors = error.problems.length > 0 ? { errors: error.problems } : {}
      return sendProblem(res, { status: httpStatus[error.code], detail: error.message, ...errors })
    }
    const status = requestFault(error)
    if (status) return sendProblem(res, { status, detail: detailOf(status) })
    if (isUnavailable(error)) {
      log.warn(
        { requestId, reason: messageOf(error) },
        'A request failed because what it needs could not be reached',
      )
      const { status, type, body, headers } = unavailableAnswer(
        req.originalUrl,
        req,
        requestId,
        sentenceOf(error),
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
      detail: `Something went wrong. If it keeps happening, tell us this number: ${requestId}`,
      requestId,
    })
  }
}

const ABORTED = ['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** Whether the caller closed the connection: the request's line in the log says so. */
function isAborted(error: unknown, res: Response): boolean {
  return res.destroyed && ABORTED.includes(codeOf(error) ?? '')
}

/** The status of what Express and its body parsers throw about a request; null for a fault of our own. */
function requestFault(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}

/** What can be said of a request that could not be read, by nothing but its status. */
export function detailOf(status: number): string {
  if (status === 400) return 'The request could not be read. A body has to be valid JSON.'
  if (status === 413) return 'That is more than can be sent at once.'
  if (status === 415) return 'This kind or encoding of body is not taken. Send JSON.'
  return 'The request could not be read.'
}

/** What is away says so itself, unless it is the database. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && 'sentence' in error
    ? String(error.sentence)
    : unavailableMessage(error)
}
