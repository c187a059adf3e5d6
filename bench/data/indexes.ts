import type pg from 'pg'

interface Definition {
  table: string
  drop: string
  make: string
}

/**
 * Drops what is sooner made over all rows at once than kept up to date row by row, whatever the migrations made: indexes
 * that no foreign key points at.
 */
export async function dropIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT i.indrelid::regclass::text AS table,
       CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
       CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS make
     FROM pg_index i
     LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = i.indexrelid)`,
    [tables.map((table) => `"${table}"`)],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows
}

/** The statements that make them again, those of large tables last. */
export async function bySize(
  client: pg.Client,
  definitions: readonly Definition[],
): Promise<string[]> {
  const { rows } = await client.query<{ make: string }>(
    'SELECT make FROM unnest($1::text[], $2::text[]) AS definition("table", make) ORDER BY pg_relation_size("table"::regclass)',
    [definitions.map(({ table }) => table), definitions.map(({ make }) => make)],
  )
  return rows.map(({ make }) => make)
}
