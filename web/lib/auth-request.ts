/** A failed request to an account endpoint. Its message can be shown to the user. */
export class RequestProblem extends Error {
  /** HTTP status; 0 when the server was unreachable. */
  readonly status: number
  /** Validation messages by field name. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

interface ProblemBody {
  detail?: string
  errors?: { field: string; message: string }[]
}

const UNREACHABLE = 'We can’t reach Good Vibes. Check your connection and try again.'
const UNKNOWN_ERROR = 'Something went wrong. Please try again.'

/**
 * Calls an account endpoint under /api/auth.
 * @param method defaults to POST with a body, to GET without one
 * @returns the parsed JSON body, or null when the body is empty
 * @throws RequestProblem for any status outside 2xx, and when the server is unreachable
 */
export async function authRequest(
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, { method, ...(body && json(body)) }).catch(
    () => {
      throw new RequestProblem(0, UNREACHABLE)
    },
  )
  const result: unknown = await response.json().catch(() => null)
  if (response.ok) return result
  const { detail, errors = [] } = (result ?? {}) as ProblemBody
  throw new RequestProblem(
    response.status,
    detail ?? UNKNOWN_ERROR,
    Object.fromEntries(errors.map(({ field, message }) => [field, message])),
  )
}

function json(body: object): RequestInit {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
