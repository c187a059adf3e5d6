/** An error that the operator can fix: its message is one sentence that says what is wrong. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** The error code of Node, PostgreSQL or SQLite, if any: `EACCES`, `42P04`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message)
    return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
