import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { SavedTable } from './manifest.ts'

export type Table = Omit<SavedTable, 'rows'>

/** An archive has to know the size of a file before it begins, so a table is many. */
const PART = 4 * 1024 * 1024
const quoted = (name: string) => pg.escapeIdentifier(name)
const columnsOf = ({ name, columns }: Table) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** All tables but the list of migrations, with the columns that are written to. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
     GROUP BY c.oid ORDER BY c.relname`,
  )
  return rows
}

/** Nobody changes how the tables are made until the transaction ends. */
export async function holdTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
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

/** A table's rows as text, in parts that are cut anywhere. */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, void> {
  let part: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(
    copyTo(`COPY ${columnsOf(table)} TO STDOUT`),
  ) as AsyncIterable<Buffer>) {
    part.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield Buffer.concat(part)
    part = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(part)
}

/** @returns how many rows there were */
export async function copyIn(
  client: pg.Client,
  table: Table,
  rows: () => AsyncGenerator<Buffer, void>,
): Promise<number> {
  const target = client.query(copyFrom(`COPY ${columnsOf(table)} FROM STDIN`))
  await pipeline(rows, target)
  return target.rowCount
}

/**
 * Takes away what would check, count or index each row as it comes, and returns the statements that put it back over all of them:
 * indexes that are no constraint, foreign keys, and the triggers of our own, which have done their work on these rows already.
 */
export async function setAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `SELECT 1 AS place, format('DROP INDEX %s', i.indexrelid::regclass) AS away, pg_get_indexdef(i.indexrelid) AS back
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
     UNION ALL
     SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
     UNION ALL
     SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass), format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
     ORDER BY place`,
  )
  for (const { away } of rows) await client.query(away)
  return rows.map(({ back }) => back)
}
