import type * as z from 'zod'
import { AppError } from '#api/lib/errors.ts'

/** A request as it came. */
export interface RawInput {
  params: Partial<Record<string, string>>
  query: unknown
  headers: unknown
  body: unknown
}

/**
 * A part of a request as its schema takes it.
 * @throws AppError BAD_INPUT with everything that is wrong
 */
export function read<Output>(schema: z.ZodType<Output> | undefined, part: unknown): Output {
  // A part without a schema is one that nothing is read of.
  if (!schema) return undefined as Output
  const { data, error } = schema.safeParse(part, { error: wordsFor })
  if (!error) return data
  const problems = error.issues.map(({ path, message }) => ({
    field: String(path[0] ?? 'body'),
    message,
  }))
  throw new AppError('BAD_INPUT', problems[0]?.message ?? '', { problems })
}

/** What is wrong with an input, where its schema does not say it in words of its own. */
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  const field = issue.path?.at(-1)
  return `${field === undefined ? 'The body' : String(field)} has to be ${kinds[issue.expected] ?? issue.expected}.`
}

const kinds: Partial<Record<string, string>> = { string: 'a text', object: 'a JSON object' }
