/** The columns of an account that say whether it is suspended. */
export interface SuspensionColumns {
  suspendedAt: Date | null
  /** Null with `suspendedAt`: until it is lifted. */
  suspendedUntil: Date | null
}

/** @returns null unless the account is suspended at the time */
export function suspensionAt(
  { suspendedAt, suspendedUntil: until }: SuspensionColumns,
  now = new Date(),
): { until: Date | null } | null {
  return suspendedAt && (until === null || until > now) ? { until } : null
}

/** The condition of a query for accounts that are not suspended at the time. */
export const notSuspended = (now = new Date()) => ({
  OR: [{ suspendedAt: null }, { suspendedUntil: { lte: now } }],
})
