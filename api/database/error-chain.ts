/** Whether an error or one of its causes matches. */
export function someInChain(
  error: unknown,
  matches: (each: Record<string, unknown>) => boolean,
): boolean {
  if (typeof error !== 'object' || error === null) return false
  const each = error as Record<string, unknown>
  const { cause, meta, originalError } = each
  const causes = [
    cause,
    originalError,
    (meta as { driverAdapterError?: unknown } | null | undefined)?.driverAdapterError,
  ]
  return matches(each) || causes.some((inner) => someInChain(inner, matches))
}

/**
 * Whether an error or one of its causes has one of these codes.
 * @param codes Prisma's codes and SQLSTATEs
 */
export function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return someInChain(
    error,
    ({ code, originalCode }) => codes.includes(code) || codes.includes(originalCode),
  )
}
