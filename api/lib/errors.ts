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
  message: string
}

/** An expected error whose message the client sees. Any other error is masked and logged. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Public name of the invalid field. */
  readonly field: string | undefined
  /** Every invalid field; the error's own message is that of the first. */
  readonly problems: readonly FieldProblem[]
  /** Seconds until a retry may succeed; only with RATE_LIMITED. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { field?: string; problems?: readonly FieldProblem[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.field = details.field ?? details.problems?.[0]?.field
    this.problems = details.problems ?? (details.field ? [{ field: details.field, message }] : [])
    this.retryAfter = details.retryAfter
  }
}
