/** An answer outside 2xx. Its message is the status, a colon, and what the server said. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** What the server said, without the status. */
  readonly text: string

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
    this.text = text
  }
}

interface Answer {
  status: number
  statusText: string
  contentType: string | null
  body: string
}

/** The words of a refusal: a problem's `detail`, the first message of a GraphQL answer, else the body, else the status text. */
export function httpError({ status, statusText, contentType, body }: Answer): HttpError {
  return new HttpError(status, wordsOf(contentType ?? '', body) || body || statusText)
}

function wordsOf(contentType: string, body: string): string | undefined {
  try {
    if (contentType.startsWith('application/problem+json'))
      return (JSON.parse(body) as { detail?: string }).detail
    if (contentType.startsWith('application/graphql-response+json'))
      return (JSON.parse(body) as { errors?: { message: string }[] }).errors?.[0]?.message
  } catch {
    // What claims to be JSON and is not is shown as it came.
  }
}

/** Passes an answer of 2xx on. @throws HttpError for any other */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  const { status, statusText, headers } = response
  throw httpError({
    status,
    statusText,
    contentType: headers.get('content-type'),
    body: await response.text(),
  })
}

/** What to tell about an error: its own words, or others where it has none that are meant for people (no server was reached, its answer made no sense). */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Error &&
    !(error instanceof TypeError) &&
    !(error instanceof SyntaxError) &&
    error.message
    ? error.message
    : otherwise
}
