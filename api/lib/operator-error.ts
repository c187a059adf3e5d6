/** Something that keeps the product from starting or a command from working, in one sentence for whoever runs it. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** The code that Node, PostgreSQL or SQLite gave an error, if any: `EACCES`, `42P04`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** What went wrong, in the words of whoever threw it. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message)
    return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
