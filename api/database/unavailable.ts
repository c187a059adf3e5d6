/** In GraphQL, the code of what failed for this reason. */
export const UNAVAILABLE_CODE = 'SERVICE_UNAVAILABLE'
export const UNAVAILABLE =
  'The database cannot be reached at the moment. Please try again in a few seconds.'
const FULL = 'The database has no room left at the moment. Please try again later.'
/** Seconds after which a caller may try again. */
export const RETRY_AFTER = 2

/** Of Prisma, and of the system's calls on a connection. */
const CODES = new Set([
  UNAVAILABLE_CODE,
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
])
/** Of PostgreSQL: what it says when its disk is full. */
const DISK_FULL = '53100'
/**
 * Of PostgreSQL: connections, resources (a full disk is one), a statement that was cancelled, a server that is going down or coming up,
 * and one that follows another.
 */
const STATES = /^(08...|53...|57014|57P0.|25006)$/
/** What Prisma's adapter calls them before they have a code. */
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/** The driver gives these no code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Whether something failed because the database could not be reached, or not in time, and may pass when it is tried again. */
export function isUnavailable(error: unknown): boolean {
  return isSome(
    error,
    ({ code, kind, originalCode, message, extensions }) =>
      isOneOf(CODES, code) ||
      isOneOf(CODES, (extensions as { code?: unknown } | null | undefined)?.code) ||
      isOneOf(KINDS, kind) ||
      [code, originalCode].some((state) => typeof state === 'string' && STATES.test(state)) ||
      (typeof message === 'string' && WORDS.test(message)),
  )
}

/** Whether something failed because the disk of the database is full: no change passes until somebody makes room. */
export function isOutOfRoom(error: unknown): boolean {
  return isSome(error, ({ code, originalCode }) => code === DISK_FULL || originalCode === DISK_FULL)
}

/** Why something failed of which `isUnavailable` is true, for whoever asked for it. */
export function unavailableBecause(error: unknown): string {
  const { message, extensions } = error as { message?: string; extensions?: { code?: unknown } }
  // What GraphQL answers has said it already.
  if (message !== undefined && extensions?.code === UNAVAILABLE_CODE) return message
  return isOutOfRoom(error) ? FULL : UNAVAILABLE
}

/** Whether that is said of an error, or of one that it comes from. */
function isSome(error: unknown, says: (each: Record<string, unknown>) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  const each = error as Record<string, unknown>
  const { cause, meta, originalError } = each
  const deeper = [
    cause,
    originalError,
    (meta as { driverAdapterError?: unknown } | null | undefined)?.driverAdapterError,
  ]
  return says(each) || deeper.some((inner) => isSome(inner, says))
}

function isOneOf(names: ReadonlySet<string>, name: unknown): boolean {
  return typeof name === 'string' && names.has(name)
}
