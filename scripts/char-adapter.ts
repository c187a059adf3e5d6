// The one file that changes what Prisma's adapter for pg answers.
// Reason: the schema engine reads columns of the type `"char"`, which the adapter refuses as unknown.
// Upstream: an entry for that type in the `fieldToColumnType` of @prisma/adapter-pg.
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'

const CHAR_OID = 18
/** A type that the adapter knows and the engine never reads. It stands in for `"char"`. */
const TIME_OID = 1083

/** Prisma's adapter, with `"char"`. */
export function adapterFor(url: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(new PoolWithoutChars({ connectionString: url, max: 1 }), {
    disposeExternalPool: true,
  })
  const connect = async () => {
    const adapter = await factory.connect()
    const queryRaw: SqlQueryable['queryRaw'] = async (statement) => {
      const result = await adapter.queryRaw(statement)
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
      )
      return { ...result, columnTypes }
    }
    return Object.create(adapter, { queryRaw: { value: queryRaw } }) as typeof adapter
  }
  const { provider, adapterName } = factory
  return { provider, adapterName, connect, connectToShadowDb: connect }
}

/** Calls columns of `"char"` columns of time. */
class PoolWithoutChars extends pg.Pool {
  override query(...given: unknown[]): never {
    return this.#withoutChars(super.query(...(given as [string]))) as never
  }

  async #withoutChars(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const result = await answer
    for (const field of result.fields ?? [])
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = TIME_OID
    return result
  }
}
