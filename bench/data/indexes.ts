import type pg from 'pg'

interface IndexDefinition {
  table: string
  drop: string
  create: string
}

/**
 * Drops the indexes that no foreign key refers to. Building an index once is faster than updating
 * it for each row.
 */
export async function dropIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<IndexDefinition[]> {
  const { rows } = await client.query<IndexDefinition>(
    `SELECT i.indrelid::regclass::text AS table,
       CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
       CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS create
     FROM pg_index i
     LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = i.indexrelid)`,
    [tables.map((table) => `"${table}"`)],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows
}

/** @returns the statements that create the indexes, those of large tables last */
export async function createStatementsBySize(
  client: pg.Client,
  definitions: readonly IndexDefinition[],
): Promise<string[]> {
  const { rows } = await client.query<{ create: string }>(
    'SELECT "create" FROM unnest($1::text[], $2::text[]) AS definition("table", "create") ORDER BY pg_relation_size("table"::regclass)',
    [definitions.map(({ table }) => table), definitions.map(({ create }) => create)],
  )
  return rows.map(({ create }) => create)
}
