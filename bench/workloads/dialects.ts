import type { Shape } from '../data/shape.ts'
import { rawRequest } from '../load/request.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Dialect, Operation } from './operation.ts'
import { postgraphileDialect } from './postgraphile-dialect.ts'
import { productDialect } from './product-dialect.ts'
import { sqlDialect } from './sql-dialect.ts'

/** `limit` gets the product's requests and ignores them. */
export function dialectOf(server: ServerName, shape: Shape): Dialect {
  if (server === 'sql') return sqlDialect(shape)
  return server === 'postgraphile' ? postgraphileDialect(shape) : productDialect(shape)
}

/** The bytes of the requests that a server gets. */
export function rawRequestsOf(
  name: ServerName,
  url: string,
  shape: Shape,
  operations: readonly Operation[],
): Buffer[] {
  const dialect = dialectOf(name, shape)
  return operations.map((operation) => rawRequest(url, dialect.toRequest(operation)))
}
