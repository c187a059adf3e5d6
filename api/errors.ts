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
} as const

export type ErrorCode = keyof typeof httpStatus

/** A refusal in words for the person who asked. Anything else that is thrown is a fault and reaches nobody but the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The input that is wrong, by its name outside. */
  readonly field: string | undefined
  /** Seconds until another try may pass; with RATE_LIMITED alone. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, about: { field?: string; retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.field = about.field
    this.retryAfter = about.retryAfter
  }
}
