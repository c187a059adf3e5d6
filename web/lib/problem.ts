export interface Explained {
  /** A stable name, such as `POST_EMPTY`. */
  reason?: string | null | undefined
  message: string
}

interface Problem extends Partial<Explained> {
  reason?: string | undefined
  fields?: (Explained & { field: string })[]
}

/** What the body of a failed response says. */
export function problemOf(contentType: string, body: string): Problem {
  try {
    if (contentType.startsWith('application/problem+json')) return restProblem(JSON.parse(body))
    if (contentType.startsWith('application/graphql-response+json'))
      return graphqlProblem(JSON.parse(body))
  } catch {
    // The body is not JSON after all: show it unchanged.
  }
  return {}
}

// Parsed by hand: what is not as expected is left out, and the rest counts.
type Json = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Json => (value && typeof value === 'object' ? { ...value } : {})
const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

function restProblem(body: unknown): Problem {
  const { code, detail, errors } = objectOf(body)
  return {
    reason: textIn(code),
    message: textIn(detail) ?? '',
    fields: objectsOf(errors).flatMap(({ field, message, code }) =>
      typeof field === 'string' && typeof message === 'string'
        ? [{ field, message, reason: textIn(code) }]
        : [],
    ),
  }
}

function graphqlProblem(body: unknown): Problem {
  const [{ message, extensions } = {}] = objectsOf(objectOf(body).errors)
  return { reason: textIn(objectOf(extensions).reason), message: textIn(message) ?? '' }
}
