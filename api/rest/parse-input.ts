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
  const { data, error } = schema.safeParse(part, { error: typeMessage })
  if (!error) return data
  throw inputError(
    error.issues.map(({ path, message }) => problemOfIssue(String(path[0] ?? 'body'), message)),
  )
}

/** The default message for a value of the wrong type. */
function typeMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  const field = issue.path?.at(-1)
  return `${field === undefined ? 'The body' : String(field)} must be ${typeNames[issue.expected] ?? issue.expected}.`
}

const typeNames: Partial<Record<string, string>> = { string: 'text', object: 'a JSON object' }
