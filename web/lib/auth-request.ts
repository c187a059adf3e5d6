/** An answer that is no success, in words for the person who asked. */
export class RequestProblem extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** What is wrong with each field that the server names. */
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

const NO_ANSWER = 'Good Vibes cannot be reached right now. Check your connection and try again.'
const NO_REASON = 'Something went wrong. Please try again.'

/**
 * Calls an endpoint of accounts: POST with a body, GET without, unless another method is named.
 * @returns what was answered; null where that is nothing
 * @throws RequestProblem when the answer is no success or none comes
 */
export async function authRequest(
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, { method, ...(body && json(body)) }).catch(
    () => {
      throw new RequestProblem(0, NO_ANSWER)
    },
  )
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const { detail, errors = [] } = (answer ?? {}) as ProblemBody
  throw new RequestProblem(
    response.status,
    detail ?? NO_REASON,
    Object.fromEntries(errors.map(({ field, message }) => [field, message])),
  )
}

function json(body: object): RequestInit {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
