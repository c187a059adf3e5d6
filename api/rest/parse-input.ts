import type * as z from 'zod'
import { inputError, problemOfIssue } from '#api/lib/errors.ts'

export interface RawInput {
  params: Partial<Record<string, string>>
  query: unknown
  headers: unknown
  body: unknown
}

/**
 * Validates one part of a request.
 * @throws AppError BAD_INPUT with all problems
 */
export function parseInput<Output>(schema: z.ZodType<Output> | undefined, part: unknown): Output {
  // Routes never read a part without a schema.
  if (!schema) return undefined as Output
  const { data, error } = schema.safeParse(part, { error: defaultMessage })
  if (!error) return data
  throw inputError(
    error.issues.map(({ path, message }) => problemOfIssue(String(path[0] ?? 'body'), message)),
  )
}

/** The default message for a value that is of the wrong type, not a time or not in a list. */
function defaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const expected = expectedOf(issue)
  const field = issue.path?.at(-1)
  return expected && `${field === undefined ? 'The body' : String(field)} must be ${expected}.`
}

function expectedOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return 'a date and time, such as 2026-03-01T12:00:00Z'
  return undefined
}

const typeNames: Partial<Record<string, string>> = { string: 'text', object: 'a JSON object' }
