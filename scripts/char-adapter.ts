// Works around a missing type in Prisma's adapter for pg: the schema engine reads columns of the
// type `"char"`, which the adapter rejects. The fix belongs in `fieldToColumnType` upstream.
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'

const CHAR_OID = 18
/** A type that the adapter supports and the engine never reads; it replaces `"char"`. */
const TIME_OID = 1083

/** Prisma's adapter with support for `"char"`. */
export function createAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(new CharAsTimePool({ connectionString: url, max: 1 }), {
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

/** Reports columns of `"char"` as columns of time. */
class CharAsTimePool extends pg.Pool {
  override query(...args: unknown[]): never {
    return this.#replaceChars(super.query(...(args as [string]))) as never
  }

  async #replaceChars(query: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const result = await query
    for (const field of result.fields ?? [])
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = TIME_OID
    return result
  }
}
