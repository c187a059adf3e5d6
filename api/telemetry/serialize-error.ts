/** What of an error may be written down. Whatever else hangs on one may repeat what people wrote: rows, parameters, bodies, addresses. */
const TOLD = [
  ...['name', 'code', 'kind', 'status', 'statusCode', 'errno', 'syscall', 'signal', 'path'],
  // Of the database and what stands between.
  ...['severity', 'originalCode', 'constraint', 'table', 'column', 'modelName', 'clientVersion'],
] as const
/** Where there is more of it. */
const DEEPER = ['cause', 'originalError', 'meta', 'driverAdapterError', 'errors'] as const
const DEEPEST = 5

/** An error as the log tells it: its kind, words, stack and codes, and the same of what is behind it. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error
  if (depth > DEEPEST) return undefined
  if (Array.isArray(error)) return error.map((each) => serializeError(each, depth + 1))
  const given = error as Record<string, unknown>
  const told: Record<string, unknown> = {}
  if (error instanceof Error)
    Object.assign(told, {
      type: error.constructor.name,
      message: error.message,
      stack: error.stack,
    })
  for (const name of TOLD) if (isPlain(given[name])) told[name] = given[name]
  for (const name of DEEPER)
    if (given[name] !== undefined) told[name] = serializeError(given[name], depth + 1)
  return told
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
