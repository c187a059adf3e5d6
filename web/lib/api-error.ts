import { reloadAsSignedIn } from './account.ts'
import { type Explained, problemOf } from './problem.ts'

export interface ApiErrorOptions {
  /** HTTP status; 0 when there was no response. */
  status: number
  /** What went wrong, for people to read. */
  detail: string
  /** The response's own text, where the detail is other words for it. */
  text?: string
  /** The stable name of the reason, if the server gave one. */
  code?: string | undefined
  /** Validation messages by field name. */
  fields?: Readonly<Record<string, string>>
  /** Whether a toast has shown it. */
  wasShown?: boolean
}

/** A failed request. Its message is the status, a colon, a space and the response's text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly detail: string
  readonly code: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly wasShown: boolean

  constructor(options: ApiErrorOptions) {
    const { status, detail, text = detail, code, fields = {}, wasShown = false } = options
    super(status === 0 ? detail : `${status}: ${text}`)
    this.status = status
    this.detail = detail
    this.code = code
    this.fields = fields
    this.wasShown = wasShown
  }
}

const UNAUTHENTICATED = 401

/** Whether a request failed for lack of a session. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof ApiError && error.status === UNAUTHENTICATED

export interface ErrorResponse {
  status: number
  statusText: string
  contentType: string | null
  body: string
}

interface Wording {
  /** The detail of a response that explains nothing; by default its body or status text. */
  fallback?: string | undefined
  /** The text for a reason; by default the server's message. */
  textOf?: (explained: Explained) => string
}

/** Takes the detail from a problem, the first GraphQL error, the body or the status text. */
export function toApiError(
  { status, statusText, contentType, body }: ErrorResponse,
  { fallback, textOf = ({ message }) => message }: Wording = {},
): ApiError {
  const { reason, message, fields = [] } = problemOf(contentType ?? '', body)
  const text = message ? textOf({ reason, message }) : body || statusText
  return new ApiError({
    status,
    code: reason,
    text,
    detail: message ? text : (fallback ?? text),
    fields: Object.fromEntries(fields.map(({ field, ...explained }) => [field, textOf(explained)])),
  })
}

/**
 * Throws the error of a failed request, unless another account is signed in now than the page
 * shows: then the page reloads.
 */
export async function rejectWith(error: ApiError): Promise<never> {
  if (error.code === 'ACCOUNT_CHANGED') await reloadAsSignedIn()
  throw error
}

/** @throws ApiError unless the status is 2xx */
export async function assertOk(
  response: Response,
  toError: (response: ErrorResponse) => ApiError | Promise<ApiError> = toApiError,
): Promise<Response> {
  if (response.ok) return response
  const { status, statusText, headers } = response
  const contentType = headers.get('content-type')
  return rejectWith(await toError({ status, statusText, contentType, body: await response.text() }))
}

/**
 * The error's message, or `fallback` when it is technical (unreachable server, unreadable body).
 */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status === 0) return fallback
  return error instanceof Error &&
    !(error instanceof TypeError) &&
    !(error instanceof SyntaxError) &&
    error.message
    ? error.message
    : fallback
}
