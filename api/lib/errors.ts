/** What can be refused, and the HTTP status that REST answers with. GraphQL tells the same code in `userErrors`. */
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

/** One thing wrong with an input. */
export interface FieldProblem {
  /** The input's name outside. */
  field: string
  message: string
}

/** A refusal in words for the person who asked. Anything else that is thrown is a fault and reaches nobody but the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The input that is wrong, by its name outside. */
  readonly field: string | undefined
  /** All that is wrong, where one form has several inputs; the error's own message is the first. */
  readonly problems: readonly FieldProblem[]
  /** Seconds until another try may pass; with RATE_LIMITED alone. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    about: { field?: string; problems?: readonly FieldProblem[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.field = about.field ?? about.problems?.[0]?.field
    this.problems = about.problems ?? (about.field ? [{ field: about.field, message }] : [])
    this.retryAfter = about.retryAfter
  }
}
