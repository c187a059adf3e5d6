import type { Shape } from '../data/shape.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Dialect } from './operation.ts'
import { postgraphileDialect } from './postgraphile-dialect.ts'
import { productDialect } from './product-dialect.ts'
import { sqlDialect } from './sql-dialect.ts'

/** How each server is asked. `limit` is asked as the product is, and does not listen. */
export function dialectOf(server: ServerName, shape: Shape): Dialect {
  if (server === 'sql') return sqlDialect(shape)
  return server === 'postgraphile' ? postgraphileDialect(shape) : productDialect(shape)
}
