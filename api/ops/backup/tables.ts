import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { SavedTable } from './manifest.ts'

export type Table = Omit<SavedTable, 'rows'>

/** A tar entry states its size first, so a table is written in parts that fit in memory. */
const PART_BYTES = 4 * 1024 * 1024
const quoted = (name: string) => pg.escapeIdentifier(name)
const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ')

/**
 * All tables except the migrations table, with their columns that are not generated. A table with
 * partitions is one table.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace
       AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
     GROUP BY c.oid ORDER BY c.relname`,
  )
  return rows
}

/** Blocks DDL on the tables until the transaction ends. */
export async function lockTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0)
    await client.query(
      `LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`,
    )
}

export async function countRows(
  client: pg.Client,
  tables: readonly Table[],
): Promise<SavedTable[]> {
  const counted: SavedTable[] = []
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM ${quoted(table.name)}`,
    )
    counted.push({ ...table, rows: Number(rows[0]?.count) })
  }
  return counted
}

/** A table's rows in COPY's text format; a part may end in the middle of a row. */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, void> {
  let part: Buffer[] = []
  let size = 0
  // COPY reads a table with partitions through a query only.
  const rows = `SELECT ${columnsOf(table)} FROM ${quoted(table.name)}`
  for await (const chunk of client.query(
    copyTo(`COPY (${rows}) TO STDOUT`),
  ) as AsyncIterable<Buffer>) {
    part.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(part)
    part = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(part)
}

/** @returns the number of rows copied */
export async function copyIn(
  client: pg.Client,
  table: Table,
  rows: () => AsyncGenerator<Buffer, void>,
): Promise<number> {
  const columns = `${quoted(table.name)} (${columnsOf(table)})`
  const target = client.query(copyFrom(`COPY ${columns} FROM STDIN`))
  await pipeline(rows, target)
  return target.rowCount
}

/**
 * Drops indexes and foreign keys, and disables our triggers, so that loading rows is fast.
 * The triggers already ran for these rows before the backup. Migrations create no partitions.
 * @returns the statements that recreate and enable them
 */
export async function dropIndexesAndConstraints(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT 1 AS step, format('DROP INDEX %s', i.indexrelid::regclass) AS drop,
       pg_get_indexdef(i.indexrelid) AS create
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
     UNION ALL
     SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid))
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
     UNION ALL
     SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
       format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
     ORDER BY step`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create)
}
