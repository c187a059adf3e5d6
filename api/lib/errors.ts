import { type FixedReason, isFixedReason, type Reason, reasons } from '#rules/reasons.ts'

/** Error codes and their REST status. GraphQL has the same codes in `userErrors`. */
export const httpStatus = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  OUT_OF_SPACE: 507,
} as const

export type ErrorCode = keyof typeof httpStatus

/** A validation problem of one input field. */
export interface FieldProblem {
  /** The field's public name. */
  field: string
  reason: Reason
  message: string
}

/** A problem with the text of its reason. */
export function fieldProblem(field: string, reason: FixedReason): FieldProblem {
  return { field, reason, message: reasons[reason] }
}

interface ErrorDetails {
  field?: string
  problems?: readonly FieldProblem[]
  retryAfter?: number
}

/** An expected error whose message the client sees. Any other error is masked and logged. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** A stable name of the message. */
  readonly reason: Reason
  /** Public name of the invalid field. */
  readonly field: string | undefined
  /** Every invalid field; the error's own message is that of the first. */
  readonly problems: readonly FieldProblem[]
  /** Seconds until a retry may succeed; only with RATE_LIMITED. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, reason: FixedReason, details?: ErrorDetails)
  /** @param details with a `message` in place of the reason's own text */
  constructor(code: ErrorCode, reason: Reason, details: ErrorDetails & { message: string })
  constructor(
    code: ErrorCode,
    reason: Reason,
    { message, field, problems, retryAfter }: ErrorDetails & { message?: string } = {},
  ) {
    const text = message ?? reasons[reason as FixedReason]
    super(text)
    this.code = code
    this.reason = reason
    this.field = field ?? problems?.[0]?.field
    this.problems = problems ?? (field ? [{ field, reason, message: text }] : [])
    this.retryAfter = retryAfter
  }
}

/** An internal error of an operation, which is already logged and masked. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}

/** @param problems one at least; the first one's text is the error's */
export function inputError(problems: readonly FieldProblem[]): AppError {
  const [first] = problems
  if (!first) throw new RangeError('At least one problem is required.')
  return new AppError('BAD_INPUT', first.reason, { message: first.message, problems })
}

/** The problem that an issue of a schema reports: by a reason's name, or in words. */
export function problemOfIssue(field: string, message: string): FieldProblem {
  return isFixedReason(message)
    ? fieldProblem(field, message)
    : { field, reason: 'INPUT_INVALID', message }
}
