/** A response outside 2xx. Its message is the status, a colon, a space and the reason. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** The reason without the status. */
  readonly reason: string

  constructor(status: number, reason: string) {
    super(`${status}: ${reason}`)
    this.status = status
    this.reason = reason
  }
}

interface ErrorResponse {
  status: number
  statusText: string
  contentType: string | null
  body: string
}

/** Takes the reason from `detail`, the first GraphQL error, the body or the status text. */
export function toHttpError({ status, statusText, contentType, body }: ErrorResponse): HttpError {
  return new HttpError(status, reasonOf(contentType ?? '', body) || body || statusText)
}

function reasonOf(contentType: string, body: string): string | undefined {
  try {
    if (contentType.startsWith('application/problem+json'))
      return (JSON.parse(body) as { detail?: string }).detail
    if (contentType.startsWith('application/graphql-response+json'))
      return (JSON.parse(body) as { errors?: { message: string }[] }).errors?.[0]?.message
  } catch {
    // The body is not JSON after all: show it unchanged.
  }
}

/** @throws HttpError unless the status is 2xx */
export async function assertOk(response: Response): Promise<Response> {
  if (response.ok) return response
  const { status, statusText, headers } = response
  throw toHttpError({
    status,
    statusText,
    contentType: headers.get('content-type'),
    body: await response.text(),
  })
}

/** The error's message, or `fallback` when it is technical (unreachable server, unreadable body). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error &&
    !(error instanceof TypeError) &&
    !(error instanceof SyntaxError) &&
    error.message
    ? error.message
    : fallback
}
