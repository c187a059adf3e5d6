import type pg from 'pg'

const NEW_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"\s+ON "(\w+)"/m

export function isNewIndex(sql: string): boolean {
  return NEW_INDEX.test(sql)
}

/**
 * Runs a CREATE INDEX CONCURRENTLY, which may have been interrupted before. PostgreSQL refuses it
 * for a table that the operator has partitioned (docs/scaling.md): each partition gets its index.
 */
export async function createIndex(client: pg.Client, sql: string): Promise<void> {
  const [, index = '', table = ''] = NEW_INDEX.exec(sql) ?? []
  const partitions = await partitionsOf(client, table)
  if (partitions.length === 0) {
    await dropInvalidIndex(client, index)
    await client.query(sql)
    return
  }
  for (const partition of partitions) {
    const ofPartition = nameFor(index, partition)
    await dropInvalidIndex(client, ofPartition)
    await client.query(
      sql.replace(`"${index}"`, `"${ofPartition}"`).replace(`ON "${table}"`, `ON "${partition}"`),
    )
  }
  // Valid as soon as it has the indexes of all partitions.
  await client.query(
    sql.replace('INDEX CONCURRENTLY', 'INDEX').replace(`ON "${table}"`, `ON ONLY "${table}"`),
  )
  for (const partition of partitions)
    await client.query(`ALTER INDEX "${index}" ATTACH PARTITION "${nameFor(index, partition)}"`)
}

const nameFor = (index: string, partition: string) => `${index}_${partition}`

async function partitionsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass(quote_ident($1)) ORDER BY 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** An interrupted CREATE INDEX CONCURRENTLY leaves an index that no query uses. */
async function dropInvalidIndex(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid`,
    [name],
  )
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${name}"`)
}
