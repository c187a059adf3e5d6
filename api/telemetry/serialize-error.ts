/** All other properties may repeat what people wrote: rows, parameters, bodies, addresses. */
const SAFE_FIELDS = [
  ...['name', 'code', 'kind', 'status', 'statusCode', 'errno', 'syscall', 'signal', 'path'],
  // Of the database, its driver and Prisma.
  ...['severity', 'originalCode', 'constraint', 'table', 'column', 'modelName', 'clientVersion'],
] as const
const NESTED_FIELDS = ['cause', 'originalError', 'meta', 'driverAdapterError', 'errors'] as const
const MAX_DEPTH = 5

/** Serializes an error for the log: type, message, stack and codes, and those of nested errors. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(error)) return error.map((each) => serializeError(each, depth + 1))
  const fields = error as Record<string, unknown>
  const serialized: Record<string, unknown> = {}
  if (error instanceof Error)
    Object.assign(serialized, {
      type: error.constructor.name,
      message: error.message,
      stack: error.stack,
    })
  for (const name of SAFE_FIELDS) if (isScalar(fields[name])) serialized[name] = fields[name]
  for (const name of NESTED_FIELDS)
    if (fields[name] !== undefined) serialized[name] = serializeError(fields[name], depth + 1)
  return serialized
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
