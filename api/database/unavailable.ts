import { hasCode, someInChain } from './error-chain.ts'

/** The GraphQL error code. */
export const UNAVAILABLE_CODE = 'SERVICE_UNAVAILABLE'
const UNAVAILABLE_MESSAGE =
  'The database cannot be reached at the moment. Please try again in a few seconds.'
const DISK_FULL_MESSAGE = 'The database has no room left at the moment. Please try again later.'
export const RETRY_AFTER_SECONDS = 2

/** Error codes of Prisma and of system calls. */
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
/** The SQLSTATE of a full disk. */
const DISK_FULL = '53100'
/** SQLSTATEs: connection, resources, cancelled, starting or stopping, read-only standby. */
const SQL_STATES = /^(08...|53...|57014|57P0.|25006)$/
/** Errors of Prisma's adapter, which have no code. */
const ADAPTER_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/** Messages of the driver's errors, which have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Whether the database was unreachable or too slow, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return someInChain(
    error,
    ({ code, kind, originalCode, message, extensions }) =>
      contains(CODES, code) ||
      contains(CODES, (extensions as { code?: unknown } | null | undefined)?.code) ||
      contains(ADAPTER_KINDS, kind) ||
      [code, originalCode].some((state) => typeof state === 'string' && SQL_STATES.test(state)) ||
      (typeof message === 'string' && MESSAGES.test(message)),
  )
}

/** Whether the database's disk was full, so that writes fail until an operator frees space. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, [DISK_FULL])
}

/** The message for the client. @param error an error for which `isUnavailable` is true */
export function unavailableMessage(error: unknown): string {
  const { message, extensions } = error as { message?: string; extensions?: { code?: unknown } }
  // An error of GraphQL already has the message.
  if (message !== undefined && extensions?.code === UNAVAILABLE_CODE) return message
  return isDiskFull(error) ? DISK_FULL_MESSAGE : UNAVAILABLE_MESSAGE
}

function contains(names: ReadonlySet<string>, name: unknown): boolean {
  return typeof name === 'string' && names.has(name)
}
